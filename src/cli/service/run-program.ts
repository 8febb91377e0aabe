import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

export interface Outcome {
  readonly code: number
  readonly output: string
  /** Its last words when it failed. */
  readonly complaint: string
}

const LIMIT_MS = 60_000

/** Runs a program to its end; words are passed as they are, through no shell. */
export async function runProgram(
  program: string,
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const options = { env: environment, timeout: LIMIT_MS, encoding: 'utf8' } as const
  execFile(program, words, options, (error, output, complaints) => {
    const code = typeof error?.code === 'number' ? error.code : 1
    const complaint = complaints.trim() || (error?.message ?? '')
    resolve({ code: error ? code : 0, output, complaint })
  })
  return promise
}

/** Where the program is, by the search path of the environment. */
export function findProgram(name: string, environment: NodeJS.ProcessEnv): string | undefined {
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder))
  return folders.map((folder) => join(folder, name)).find((path) => isExecutable(path))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
