import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { defineConfig } from 'tsdown'

const require = createRequire(import.meta.url)
const processors = ['x64', 'arm64']

export default defineConfig({
  entry: { gateway: 'src/main.ts' },
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node18',
  dts: false,
  clean: true,
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
  deps: { alwaysBundle: [/.*/] },
  plugins: [nativePty()],
  hooks: {
    'build:done': () => copyNative(join(import.meta.dirname, 'dist')),
  },
})

/** The terminal's native part can't be bundled: it is looked for beside the bundle instead. */
function nativePty() {
  return {
    name: 'native-pty',
    transform(_code: string, id: string) {
      if (!id.endsWith('/node-pty/requireBinary.js')) return undefined
      const load =
        "module.createRequire(require('url').pathToFileURL(process.argv[1]))('./pty-' + process.platform + '-' + process.arch + '.node')"
      return `var module_ = require('module'); exports.requireBinary = function () { return ${load.replace('module.', 'module_.')} }`
    },
  }
}

/** Package managers fetch the one of this machine's processor; the image's build fetches another one if it must. */
function copyNative(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const pty = createRequire(require.resolve('@lydell/node-pty'))
  for (const processor of processors) {
    try {
      const file = pty.resolve(`@lydell/node-pty-linux-${processor}/pty.node`)
      if (existsSync(file)) copyFileSync(file, join(folder, `pty-linux-${processor}.node`))
    } catch {
      // Not this machine's.
    }
  }
}
