import { rm } from 'node:fs/promises'
import type { Embedder } from '../src/platform/embedding/embedder.ts'
import { converse, type Conversed, type Used } from './converse.ts'
import { copyWorkspace, openWorkspace, type Workspace } from './workspace.ts'
import { Unmet } from './judging.ts'
import type { MailCatcher } from './mail-catcher.ts'
import type { Mailbox } from './mailbox.ts'
import type { Mail, Outcome } from './outcome.ts'
import { demandTheRestUntouched, filesOf, stateOf } from './state.ts'
import type { Template } from './template.ts'
import type { Wish } from './wish.ts'

/** What became of a wish: fulfilled, not fulfilled, or nobody knows since the provider failed. */
export type Verdict = 'passed' | 'failed' | 'error'

export interface WishResult extends Used {
  readonly id: string
  readonly verdict: Verdict
  /** Why it was not fulfilled; null when it was. */
  readonly reason: string | null
  readonly questions: number
  /** Calls to which the person said no. */
  readonly rejected: number
  readonly seconds: number
}

export interface Stage {
  readonly template: Template
  readonly mail: MailCatcher
  readonly embedder: Embedder
  readonly mailbox?: Mailbox | undefined
  /** A folder that is not there yet. */
  readonly root: string
  readonly signal: AbortSignal
}

/** For tests: looks at the service and the judge's view of it, before and after the conversation. */
export interface Inspection {
  before?(look: { workspace: Workspace; judge: (answer: string) => Promise<string | null> }): Promise<void>
  after?(look: {
    workspace: Workspace
    conversed: Conversed
    judgeAgain: () => Promise<string | null>
  }): Promise<void>
}

/** One wish from the beginning: a home and a service of its own, the conversation, and the judgement. */
export async function runWish(wish: Wish, stage: Stage, inspection: Inspection = {}): Promise<WishResult> {
  const { template, mail, mailbox, embedder, root, signal } = stage
  await copyWorkspace(template.root, root)
  try {
    await using workspace = await openWorkspace(root, embedder)
    if (mailbox && wish.needs?.includes('mailbox')) {
      await mailbox.reset()
      await workspace.client.settings.update({ body: { ...mailbox.settings } })
    }
    mail.take()
    const judging = { wish, stage, workspace }
    await inspection.before?.({
      workspace,
      judge: (text) => reasonAgainst(judging, { ...nothingDone, components: [{ type: 'text', text }] }, []),
    })
    const begun = performance.now()
    const conversed = await converse(workspace, wish, signal)
    signal.throwIfAborted()
    const seconds = (performance.now() - begun) / 1000
    const mails = mail.take()
    const result = resultOf(wish, conversed, seconds)
    if (conversed.failure) return { ...result, verdict: 'error', reason: conversed.failure.message }
    const reason = await reasonAgainst(judging, conversed, mails)
    await inspection.after?.({
      workspace,
      conversed,
      judgeAgain: () => reasonAgainst(judging, conversed, mails),
    })
    return { ...result, verdict: reason === null ? 'passed' : 'failed', reason }
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

type Judged = Pick<Conversed, 'components' | 'questions'>

const nothingDone: Judged = { components: [], questions: [] }

/** Null when the wish is fulfilled. */
async function reasonAgainst(
  { wish, stage, workspace }: { wish: Wish; stage: Stage; workspace: Workspace },
  { components, questions }: Judged,
  mails: readonly Mail[],
): Promise<string | null> {
  const { before } = stage.template
  const shown = components.filter(({ type }) => type !== 'confirmation')
  const outcome: Outcome = {
    ...stateOf(workspace, wish.needs?.includes('mailbox') ? stage.mailbox : undefined),
    ...filesOf(workspace, before.files),
    answer: shown.flatMap(wordsOf).join('\n'),
    answerTypes: shown.map(({ type }) => type),
    questions,
    mails,
  }
  try {
    for (const { action, args } of questions.flatMap(({ rejected }) => rejected))
      throw new Unmet(`It wanted what nobody asked for: ${action} ${JSON.stringify(args).slice(0, 200)}`)
    await demandTheRestUntouched(outcome, before, wish.may ?? {})
    await wish.judge(outcome)
    return null
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return error instanceof Unmet ? message : `It could not be judged: ${message}`
  }
}

/** Everything that a component shows, whatever it is called there. */
function wordsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (value === null || typeof value !== 'object') return [JSON.stringify(value) ?? '']
  return Object.entries(value).flatMap(([name, member]) => (unseen.has(name) ? [] : wordsOf(member)))
}

const unseen: ReadonlySet<string> = new Set(['id', 'type', 'run_id', 'confirmation_id', 'workflow_id'])

function resultOf(
  { id }: Wish,
  { questions, used }: Conversed,
  seconds: number,
): Omit<WishResult, 'verdict' | 'reason'> {
  return {
    id,
    ...used,
    questions: questions.length,
    rejected: questions.reduce((sum, { rejected }) => sum + rejected.length, 0),
    seconds: Math.round(seconds * 10) / 10,
  }
}
