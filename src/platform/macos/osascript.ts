import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { AppError, type ErrorCode } from '../../contract/errors.ts'
import { CHILD_MARK } from '../processes/own-children.ts'

export interface AppleScript {
  /** The same text always: what differs from call to call is an argument. */
  readonly script: string
  readonly args: readonly string[]
  readonly signal: AbortSignal
  /** AppleScript when left out; JavaScript (with Apple's bridge to its libraries) gets the arguments in `run(argv)`. */
  readonly language?: 'JavaScript' | undefined
  /** Where `osascript` is looked for, as in PATH; where macOS has it when left out. */
  readonly searchPath?: string | undefined
}

const SYSTEM_PATH = '/usr/bin:/bin'
const LIMIT_MS = 60_000

/**
 * Runs AppleScript. The script comes by standard input and the arguments as arguments, so that no text of a person or a
 * model is ever read as a program; after the `-` for standard input not even a leading dash means anything.
 */
export async function runAppleScript(wanted: AppleScript): Promise<string> {
  const { script, args, signal, searchPath, language } = wanted
  signal.throwIfAborted()
  const child = spawn('osascript', [...(language ? ['-l', language] : []), '-', ...args], {
    env: {
      PATH: searchPath ?? SYSTEM_PATH,
      HOME: process.env['HOME'],
      LANG: 'en_US.UTF-8',
      [CHILD_MARK]: '1',
    },
    stdio: 'pipe',
    signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]),
  })
  const { promise: ended, resolve, reject } = Promise.withResolvers<number | null>()
  child.once('error', reject)
  child.once('close', resolve)
  // A program that ends without reading its input has said why by itself.
  child.stdin.on('error', () => {})
  child.stdin.end(script)
  try {
    const [code, output, complaint] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
    if (code === 0) return output.replace(/\n$/, '')
    throw explained(complaint)
  } catch (error) {
    signal.throwIfAborted()
    throw startFailure(error)
  }
}

function startFailure(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  if ('code' in error && error.code === 'ENOENT')
    return new AppError('unavailable_on_platform', 'osascript not found: this only works on macOS.', {
      cause: error,
    })
  if (error.name === 'AbortError')
    return new AppError('timeout', "macOS didn't answer for a minute. Look for a question on its screen.")
  return error
}

/** Apple's numbers are the same in every language. */
function explained(complaint: string): AppError {
  const number = /\((-?\d+)\)\s*$/.exec(complaint.trim())?.[1] ?? ''
  const known = sentences[number]
  if (known) return new AppError(known.code, known.sentence)
  const reason = complaint.trim().split('\n').at(-1)?.slice(0, 300) ?? ''
  return new AppError('upstream_failed', `macOS refused: ${reason || 'it gave no reason'}`)
}

const notAllowed = {
  code: 'forbidden',
  sentence:
    "macOS doesn't let this program control the other one. Allow it in System Settings, Privacy & Security, Automation.",
} as const
const unknownTarget = {
  code: 'not_found',
  sentence: 'The application has no person or chat with that name. Check the target.',
} as const
const silent = {
  code: 'unavailable',
  sentence: "The application isn't running or doesn't answer. Open it and try again.",
} as const

const sentences: Readonly<Record<string, { code: ErrorCode; sentence: string }>> = {
  '-1743': notAllowed,
  '-10004': notAllowed,
  '-1728': unknownTarget,
  '-1719': unknownTarget,
  '-600': silent,
  '-609': silent,
}
