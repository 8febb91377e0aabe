import { lstat } from 'node:fs/promises'
import type { Call } from '../contract/endpoint.ts'
import { AppError } from '../contract/errors.ts'
import type { Asked } from '../features/chat/answering.ts'
import type { Decided } from '../features/chat/chat-seams.ts'
import type { ReplyDeps } from '../features/chat/router/replies.ts'
import type { MovedFile, Reversal, Turns } from '../features/chat/router/turns.ts'
import type { Outcome } from '../features/chat/router/undo.ts'
import { toolsHandlers } from '../features/tools/handlers.ts'
import type { CatalogEntry } from '../features/tools/tool-catalog.ts'
import type { ToolRequest, ToolRunner } from '../features/tools/tool-runner.ts'
import type { Parts } from './parts.ts'

type Needed = Pick<
  Parts,
  'catalog' | 'approvals' | 'allowances' | 'runner' | 'workflows' | 'computer' | 'store'
>

export interface Replying {
  readonly turns: Turns
  /** Told what came of a question that was answered by words. */
  readonly onDecided: (decided: Decided) => void
}

/** What "yes", "undo" and the like reach for. */
export function replyDoors(parts: Needed, replying: Replying): Omit<ReplyDeps, 'workflows' | 'hasModel'> {
  return {
    turns: replying.turns,
    store: parts.store,
    openQuestions: () => parts.approvals.listOpen(),
    decide: (decision, asked) => decideByWords({ decision, asked }, parts, replying),
    restoreFile: (moved, asked) => restoreFile(parts.runner, moved, asked),
    reverse: (reversal, asked) => reverse(parts.runner, reversal, asked),
  }
}

/**
 * Why the person at this machine is asked first: nobody named the tool, and what sends or cannot be taken back was only
 * understood from words. Everybody else is asked anyway.
 */
export function reasonToAsk(
  { askBecause, provenance }: ToolRequest,
  entry: CatalogEntry | undefined,
): string | undefined {
  const risk = entry?.tool.risk
  if (askBecause !== undefined || provenance !== 'local-client') return askBecause
  return risk === 'external' || risk === 'dangerous'
    ? 'I understood this from your words and have done nothing yet.'
    : undefined
}

interface Deciding {
  readonly decision: { readonly confirmation_id: string; readonly approved: boolean }
  readonly asked: Asked
}

/** The same door as POST /api/confirm, for a person who says it. A program that a tool started approves nothing. */
async function decideByWords(
  { decision, asked }: Deciding,
  { catalog, approvals, allowances, runner, workflows, computer }: Needed,
  { turns, onDecided }: Replying,
): Promise<string> {
  const { mayDecide, provenance, signal } = asked
  if (!mayDecide) return 'Answer it with its own buttons: words do not count here.'
  const { confirm } = toolsHandlers({
    catalog,
    approvals,
    allowances,
    runner,
    decideStep: (answer) => workflows.decide(answer),
    takeDecision: (answer) => computer.takeDecision(answer),
  })
  try {
    const call = { provenance, signal } as Call
    const answer = await confirm({ params: undefined, query: undefined, body: decision }, call)
    const result = 'result' in answer ? answer.result : null
    turns.decided(decision.confirmation_id, result)
    onDecided({ ...decision, result })
    if (!decision.approved) return 'Rejected. Nothing was done.'
    return result?.message ?? 'Approved. It goes on.'
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

/** Moves a file back to where it was, if nothing has taken its place. */
async function restoreFile(
  runner: ToolRunner,
  { path, now_at }: MovedFile,
  { provenance, signal }: Asked,
): Promise<Outcome> {
  const isTaken = await lstat(path).then(
    () => true,
    () => false,
  )
  const kept = `It is at ${now_at}.`
  if (isTaken) return { done: false, told: `There is something else at ${path} now. ${kept}` }
  const args = { path: now_at, to: path }
  const { success, message } = await runner.run({ action: 'MOVE_FILE', args, provenance, signal })
  if (!success) return { done: false, told: `${message} ${kept}` }
  const { forgetTrashed } = await import('../plugins/file-manager/trash.ts')
  await forgetTrashed(now_at)
  return { done: true, told: `Brought back ${path}.` }
}

async function reverse(
  runner: ToolRunner,
  { action, args }: Reversal,
  { provenance, signal }: Asked,
): Promise<Outcome> {
  const { success, message } = await runner.run({ action, args, provenance, signal })
  return { done: success, told: message }
}
