import { inOneLine } from './plugin-message.ts'

export interface ProcessEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** The end of what it wrote to its error output. */
  readonly said: string
}

/** Why a plugin's process ended by itself, as the rest of a sentence. */
export function describeEnd({ code, signal, said }: ProcessEnd): string {
  if (/out of memory|Cannot allocate memory|Array buffer allocation failed/i.test(said))
    return 'used more memory than a plugin may, so its process ended'
  const error = lastErrorIn(said)
  const because = error === undefined ? '' : `: ${error}`
  const killedBy = signal ?? signalBehind(code)
  if (killedBy !== undefined) return `was killed by the system (${killedBy})${because}`
  return `exited (code ${code ?? 'unknown'})${because}`
}

/** `TypeError: x is not a function`, the line that says most about what happened. */
function lastErrorIn(said: string): string | undefined {
  const line = said.split('\n').findLast((text) => /^(?:Uncaught )?\w*(?:Error|Exception)\b.*:/.test(text))
  return line === undefined ? undefined : inOneLine(line, 200)
}

/** The sandbox passes a signal on as an exit code, as shells do. */
function signalBehind(code: number | null): string | undefined {
  const names: Readonly<Record<number, string>> = {
    132: 'SIGILL',
    133: 'SIGTRAP',
    134: 'SIGABRT',
    136: 'SIGFPE',
    137: 'SIGKILL',
    139: 'SIGSEGV',
    143: 'SIGTERM',
    152: 'SIGXCPU',
  }
  return code === null ? undefined : names[code]
}
