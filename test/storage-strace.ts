import { spawnSync } from 'node:child_process'
import type { TestContext } from 'vitest'

/** Some failures of a disk can only be had through strace. A machine that proves the project must have it. */
export function requireStrace(context: TestContext): void {
  const { error, status } = spawnSync('strace', ['-qq', '-e', 'trace=none', 'true'])
  if (!error && status === 0) return
  const reason = `strace cannot be used here (${error?.message ?? `it ended with ${status}`})`
  if (process.env['CI']) throw new Error(`${reason}, so this cannot be proved.`)
  context.skip(`${reason}, so this is not tested.`)
}
