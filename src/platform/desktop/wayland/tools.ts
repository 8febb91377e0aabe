import { spawn } from 'node:child_process'
import { AppError } from '../../../contract/errors.ts'
import { CHILD_MARK } from '../../processes/own-children.ts'
import type { WaylandAddress } from './connection.ts'

export interface ToolOptions {
  readonly address: Pick<WaylandAddress, 'display' | 'runtimeFolder'>
  readonly withinMs: number
  readonly input?: Buffer | undefined
  readonly signal?: AbortSignal | undefined
}

/** Debian's package of each. */
const packages: Readonly<Record<string, string>> = {
  'wl-copy': 'wl-clipboard',
  'wl-paste': 'wl-clipboard',
}

/** Only what such a program needs: it is no business of theirs what else the service knows. */
export function toolEnvironment(address: ToolOptions['address']): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    LANG: 'C.UTF-8',
    WAYLAND_DISPLAY: address.display,
    XDG_RUNTIME_DIR: address.runtimeFolder,
    [CHILD_MARK]: '1',
  }
}

/** Runs one of the small programs for Wayland desktops to its end. */
export async function runTool(
  program: string,
  words: readonly string[],
  { address, withinMs, input, signal }: ToolOptions,
): Promise<{ status: number | null; bytes: Buffer }> {
  const child = spawn(program, words, {
    env: toolEnvironment(address),
    stdio: ['pipe', 'pipe', 'ignore'],
    signal: AbortSignal.any([AbortSignal.timeout(withinMs), ...(signal ? [signal] : [])]),
    killSignal: 'SIGKILL',
  })
  const ended = Promise.withResolvers<number | null>()
  const pieces: Buffer[] = []
  child.once('error', ended.reject)
  child.once('close', ended.resolve)
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece))
  child.stdin.on('error', () => {
    // It has ended without reading everything, and says so by its status.
  })
  child.stdin.end(input)
  try {
    return { status: await ended.promise, bytes: Buffer.concat(pieces) }
  } catch (error) {
    signal?.throwIfAborted()
    throw failure(program, error)
  }
}

export function failure(program: string, cause: unknown): AppError {
  const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT'
  const message = isMissing
    ? `${program} is not installed. Install the package ${packages[program] ?? program}.`
    : `${program} didn't answer.`
  return new AppError('unavailable', message, { cause })
}
