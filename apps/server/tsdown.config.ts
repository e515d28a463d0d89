import { cpSync } from 'node:fs'
import { defineConfig } from 'tsdown'

// One program with our own packages inside and everything from the registry outside: native modules stay where they
// were compiled, and what few requests need (Chrome's driver, the tokenizer) is loaded when it is needed.
export default defineConfig({
  entry: { main: 'src/main.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  outDir: 'dist',
  sourcemap: true,
  dts: false,
  deps: { alwaysBundle: [/^@deskhand\//] },
  hooks: {
    'build:done'() {
      cpSync('src/db/migrations', 'dist/migrations', { recursive: true })
      cpSync('src/knowledge/shipped', 'dist/shipped', { recursive: true })
    },
  },
})
