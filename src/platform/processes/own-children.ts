import { lineOfDescent, processEnvironment } from './process-table.ts'

/** Set in the environment of every program that a tool starts, and inherited by whatever that one starts. */
export const CHILD_MARK = 'DESKHAND_CHILD'

export interface OwnChildrenOptions {
  /**
   * Whether this process is more than the service, as in a test: then what it started is ours only where it carries the
   * mark, and a connection from this very process is somebody else's.
   */
  readonly isEmbedded: boolean
}

/**
 * Whether this service started a program, directly or through others. Descent is read from the process tree; a child that
 * detached itself from it still carries the mark in its environment. One that detached and cleaned its environment is not
 * found: what keeps that one away is the sandbox that tools run in.
 */
export function isOwnChild(pid: number, { isEmbedded }: OwnChildrenOptions): boolean {
  if (pid === process.pid) return !isEmbedded
  const line = lineOfDescent(pid, process.pid)
  if (line === undefined) return carriesMark(pid)
  return !isEmbedded || line.some(carriesMark)
}

function carriesMark(pid: number): boolean {
  return processEnvironment(pid).some((entry) => entry.startsWith(`${CHILD_MARK}=`))
}
