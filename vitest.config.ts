import { defineConfig } from 'vitest/config'

// One project a kind of surroundings: what a file needs stands in its name.
const kinds = {
  quick: {
    include: ['**/*.test.ts', '**/*.test.tsx'],
    exclude: ['**/*.{sandbox,browser,server,e2e,long}.test.ts'],
  },
  sandbox: { include: ['**/*.sandbox.test.ts'] },
  browser: { include: ['**/*.browser.test.ts'] },
  server: { include: ['**/*.server.test.ts'] },
  e2e: { include: ['**/*.e2e.test.ts'] },
  long: { include: ['**/*.long.test.ts'] },
}
const slow = { sandbox: 120_000, browser: 60_000, server: 60_000, e2e: 300_000, long: 1_800_000 }

export default defineConfig({
  test: {
    // On two cores vitest would leave one idle.
    maxWorkers: '100%',
    projects: Object.entries(kinds).map(([name, files]) => ({
      test: {
        name,
        include: files.include,
        exclude: ['**/node_modules/**', '**/dist/**', ...('exclude' in files ? files.exclude : [])],
        environment: 'node',
        testTimeout: name in slow ? slow[name as keyof typeof slow] : 20_000,
        hookTimeout: name in slow ? slow[name as keyof typeof slow] : 20_000,
        fileParallelism: name === 'quick',
      },
    })),
  },
})
