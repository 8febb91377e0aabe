import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { AppError } from '../../../contract/errors.ts'
import { CHILD_MARK } from '../../processes/own-children.ts'

export interface ProgramRun {
  readonly args: readonly string[]
  readonly input?: string
  readonly searchPath: string | undefined
  readonly signal?: AbortSignal | undefined
}

const SYSTEM_PATH = '/usr/bin:/bin:/usr/sbin'
const LIMIT_MS = 15_000

/** Runs one of the small programs of macOS to its end, and gives what it printed. */
export async function runProgram(
  name: string,
  { args, input = '', searchPath, signal }: ProgramRun,
): Promise<string> {
  signal?.throwIfAborted()
  const child = spawn(name, args, {
    env: {
      PATH: searchPath ?? SYSTEM_PATH,
      HOME: process.env['HOME'],
      LANG: 'en_US.UTF-8',
      [CHILD_MARK]: '1',
    },
    stdio: 'pipe',
    signal: AbortSignal.any([AbortSignal.timeout(LIMIT_MS), ...(signal ? [signal] : [])]),
  })
  const { promise: ended, resolve, reject } = Promise.withResolvers<number | null>()
  child.once('error', reject)
  child.once('close', resolve)
  // A program that ends without reading its input has said why by itself.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  try {
    const [code, output, complaint] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
    if (code === 0) return output
    throw new AppError(
      'unavailable',
      `macOS refused ${name}: ${complaint.trim().slice(0, 300) || `code ${code}`}`,
    )
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof AppError) throw error
    throw new AppError('unavailable_on_platform', `Couldn't run ${name}: this only works on macOS.`, {
      cause: error,
    })
  }
}
