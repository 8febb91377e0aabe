import { lstat } from 'node:fs/promises'
import type { Envelope } from '../../../../contract/envelope.ts'
import { AppError } from '../../../../contract/errors.ts'
import type { ToolRunner } from '../../../tools/tool-runner.ts'
import type { Asked } from '../../answering.ts'
import type { Decided } from '../../chat-seams.ts'
import type { ReplyDeps } from './replies.ts'
import type { MovedFile, Reversal, Turns } from '../follow-ups/turns.ts'
import type { Outcome } from './undo.ts'

type Decision = Pick<Decided, 'confirmation_id' | 'approved'>

export interface ReplyPort extends Pick<ReplyDeps, 'openQuestions' | 'store'> {
  readonly turns: Turns
  readonly runner: Pick<ToolRunner, 'run'>
  /** The same decision as POST /api/confirm: what the tool returned, null when it did not run here. */
  readonly confirm: (decision: Decision, by: Pick<Asked, 'provenance' | 'signal'>) => Promise<Envelope | null>
  /** Told what came of a question that was answered by words. */
  readonly onDecided: (decided: Decided) => void
  /** The trash needs to know no more where the file came from. */
  readonly forgetTrashed: (path: string) => Promise<void>
}

/** What "yes", "undo" and the like do. */
export function replyPort(port: ReplyPort): Omit<ReplyDeps, 'workflows' | 'hasModel'> {
  const { turns, store, openQuestions } = port
  return {
    turns,
    store,
    openQuestions,
    decide: (decision, asked) => decideByWords(decision, asked, port),
    restoreFile: (moved, asked) => restoreFile(port, moved, asked),
    reverse: (reversal, asked) => reverse(port, reversal, asked),
  }
}

/** For a person who says it. A program that a tool started approves nothing. */
async function decideByWords(
  decision: Decision,
  { mayDecide, provenance, signal }: Asked,
  { confirm, turns, onDecided }: ReplyPort,
): Promise<string> {
  if (!mayDecide) return "Use the buttons to answer. A message doesn't count as approval here."
  try {
    const result = await confirm(decision, { provenance, signal })
    turns.decided(decision.confirmation_id, result)
    onDecided({ ...decision, result })
    if (!decision.approved) return 'Rejected. Nothing was done.'
    return result?.message ?? 'Approved. Continuing.'
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

/** Moves a file back to where it was, if nothing has taken its place. */
async function restoreFile(
  { runner, forgetTrashed }: ReplyPort,
  { path, now_at }: MovedFile,
  { provenance, signal }: Asked,
): Promise<Outcome> {
  const isTaken = await lstat(path).then(
    () => true,
    () => false,
  )
  const kept = `It is at ${now_at}.`
  if (isTaken) return { done: false, told: `Something else is at ${path} now. ${kept}` }
  const args = { path: now_at, to: path }
  const { success, message } = await runner.run({ action: 'MOVE_FILE', args, provenance, signal })
  if (!success) return { done: false, told: `${message} ${kept}` }
  await forgetTrashed(now_at)
  return { done: true, told: `Restored ${path}.` }
}

async function reverse(
  { runner }: ReplyPort,
  { action, args }: Reversal,
  { provenance, signal }: Asked,
): Promise<Outcome> {
  const { success, message } = await runner.run({ action, args, provenance, signal })
  return { done: success, told: message }
}
