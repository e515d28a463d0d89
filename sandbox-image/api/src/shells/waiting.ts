import { allProcesses, readProcess, waitsFor } from './proc.ts'

/**
 * Whether what runs in the terminal of the shell `pid` waits for a person to type; with the question, when its last
 * line looks like one. Silence alone says nothing: a program that sleeps is running.
 */
export function waitsForInput(pid: number, lastLine: string): { prompt?: string } | undefined {
  const foreground = readProcess(pid)?.foreground
  if (foreground === undefined || foreground <= 0) return undefined
  const doing = allProcesses()
    .filter((one) => one.group === foreground && one.state !== 'Z')
    .map((one) => waitsFor(one.pid))
  const question = lastLine.trim()
  const answer = { prompt: question === '' ? undefined : question.slice(-300) }
  if (doing.includes('terminal')) return answer
  const mayWait = doing.includes('something') || doing.includes('hidden')
  return mayWait && looksLikeQuestion(question) ? answer : undefined
}

export function looksLikeQuestion(line: string): boolean {
  return (
    /[:?>$#»❯]\s*$/.test(line) ||
    /[[(](?:y(?:es)?\/n(?:o)?)(?:\/[^\])]*)?[\])]/i.test(line) ||
    /press\b.{0,40}\b(?:enter|return|any key)/i.test(line)
  )
}
