import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bin } from './place.mjs'
import { say } from './say.mjs'
import { onTerminal } from './shell.mjs'

/** Runs these vitest projects one after the other and ends with the line that counts. */
export async function runTests(projects, args = []) {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const project of projects) {
    const from = Date.now()
    say.step(`Tests: ${project}`)
    const report = join(tmpdir(), `deskhand-tests-${process.pid}-${project}.json`)
    const code = await onTerminal(bin('vitest'), [
      'run',
      '--project',
      project,
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args,
    ])
    add(sum, report, code)
    say.done(`Tests: ${project}: ${Math.round((Date.now() - from) / 1000)} s`)
  }
  const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''
  process.stdout.write(`${sum.passed} passed, ${sum.failed} failed${skipped}\n`)
  return sum.failed > 0 || sum.passed === 0 ? 1 : 0
}

function add(sum, report, code) {
  let result
  try {
    result = JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    // The runner itself died: that is a failure, whatever it counted before.
    sum.failed += 1
    return
  }
  rmSync(report, { force: true })
  sum.passed += result.numPassedTests
  sum.failed += result.numFailedTests
  sum.skipped += result.numPendingTests + result.numTodoTests
  // A file that can't even be loaded has no test to fail, and an error outside any test fails none.
  if (code !== 0 && result.numFailedTests === 0) sum.failed += Math.max(1, result.numFailedTestSuites)
}
