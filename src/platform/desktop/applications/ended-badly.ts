import { basename } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import { countOf } from '../../../contract/text/counts.ts'
import type { StartedApplication } from './application-start.ts'

const MAX_LINES = 3
const MAX_LINE = 200

/** Throws, with its last words, when the program has crashed or given up. */
export async function endedBadly({ child, command, lastWords }: StartedApplication): Promise<void> {
  const { exitCode, signalCode } = child
  if (signalCode === null && (exitCode === null || exitCode === 0)) return
  const program = basename(command[0]!)
  const how = signalCode === null ? `with exit code ${exitCode}` : `by the signal ${signalCode}`
  const lines = (await lastWords())
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-MAX_LINES)
  const said =
    lines.length === 0
      ? 'It wrote no error.'
      : `Its last ${countOf(lines.length, 'line')}: ${lines.map((line) => line.trim().slice(0, MAX_LINE)).join(' / ')}`
  throw new AppError('unavailable', `${program} has ended ${how} without a window. ${said}`)
}
