import { setTimeout as wait } from 'node:timers/promises'
import type { Component } from '../src/contract/component-schema.ts'
import type { Confirmation } from '../src/contract/confirmation.ts'
import type { Workspace } from './workspace.ts'
import { Happenings, type FailedRun } from './happenings.ts'
import type { Question } from './outcome.ts'
import { decide } from './person.ts'
import type { Wish } from './wish.ts'

export interface Used {
  /** Whole answers of the model. */
  readonly rounds: number
  readonly input_tokens: number
  readonly cached_tokens: number
  readonly output_tokens: number
  /** Null when the price of the model is not known. */
  readonly cost_usd: number | null
}

export interface Conversed {
  /** What was shown in answer to the last turn. */
  readonly components: readonly Component[]
  readonly questions: readonly Question[]
  readonly used: Used
  /** The provider failed, so there is nothing to judge. */
  readonly failure?: FailedRun
}

/** Somebody who asks for more than this goes round in circles. */
const MAX_QUESTIONS = 30
/** A plan may wait for what never happens here: after this time it is judged as it stands. */
const MAX_WAIT_MS = 120_000

/** Says every turn of a wish, and answers what is asked, until nothing goes on any more. */
export async function converse(workspace: Workspace, wish: Wish, signal: AbortSignal): Promise<Conversed> {
  const { client } = workspace
  using happenings = await Happenings.follow(workspace)
  const before = await usedBy(workspace)
  const questions: Question[] = []
  const roundsNow = async () => (await usedBy(workspace)).rounds - before.rounds
  let session_id: string | undefined
  let told = 0
  const context = { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone, locale: wish.language }
  for (const { say } of wish.turns) {
    const known = session_id === undefined ? [] : await messagesOf(workspace, session_id)
    told = known.length
    const { started } = happenings
    const reply = await client.chat.send(
      { body: { message: say, context, ...(session_id !== undefined && { session_id }) } },
      signal,
    )
    session_id = reply.session_id
    await happenings.quietAfter(started, signal)
    await settle(workspace, { wish, happenings, questions, roundsNow, signal })
    if (happenings.failure) break
  }
  const messages = await messagesOf(workspace, session_id!)
  const answers = messages.slice(told).filter(({ role }) => role === 'assistant')
  const { failure } = happenings
  return {
    components: answers.flatMap(({ components }) => components),
    questions,
    used: difference(await usedBy(workspace), before),
    ...(failure && { failure }),
  }
}

interface Settling {
  readonly wish: Wish
  readonly happenings: Happenings
  readonly questions: Question[]
  readonly roundsNow: () => Promise<number>
  readonly signal: AbortSignal
}

/** Answers questions until there is none left, no workflow runs, and no answer is to go on after one. */
async function settle(workspace: Workspace, settling: Settling): Promise<void> {
  const { happenings, questions, signal } = settling
  for (let idleMs = 0; idleMs < MAX_WAIT_MS;) {
    await happenings.quietAfter(0, signal)
    await workflowsEnded(workspace, signal)
    const { confirmations } = await workspace.client.tools.listConfirmations({}, signal)
    if (confirmations.length > 0) {
      idleMs = 0
      await answerAll(workspace, settling, confirmations)
      if (questions.length >= MAX_QUESTIONS) return
    } else if (happenings.goesOn) {
      // What was allowed is being done: either the answer goes on then, or a later step asks.
      await wait(LOOK_AGAIN_MS, undefined, { signal })
      idleMs += LOOK_AGAIN_MS
    } else if (happenings.isQuiet) return
  }
}

async function answerAll(
  { client }: Workspace,
  { wish, questions, roundsNow, signal }: Settling,
  confirmations: readonly Confirmation[],
): Promise<void> {
  for (const question of confirmations) {
    const { answer, approved, rejected } = decide(question, wish)
    questions.push({ round: await roundsNow(), approved, rejected })
    await client.tools.confirm({ body: answer }, signal)
    if (questions.length >= MAX_QUESTIONS) return
  }
}

const LOOK_AGAIN_MS = 50

async function workflowsEnded({ client }: Workspace, signal: AbortSignal): Promise<void> {
  for (;;) {
    const { workflows } = await client.workflows.list({ query: { status: 'running' } }, signal)
    if (workflows.length === 0) return
    await wait(LOOK_AGAIN_MS, undefined, { signal })
  }
}

async function messagesOf({ client }: Workspace, session_id: string) {
  return (await client.chat.readChat({ params: { session_id } })).messages
}

async function usedBy({ client }: Workspace): Promise<Used> {
  const { months } = await client.models.readUsage({ query: {} })
  const all = months.flatMap(({ models }) => models)
  const sum = (value: (one: (typeof all)[number]) => number) =>
    all.reduce((total, one) => total + value(one), 0)
  return {
    rounds: sum(({ calls }) => calls),
    input_tokens: sum((one) => one.input_tokens),
    cached_tokens: sum((one) => one.cached_tokens),
    output_tokens: sum((one) => one.output_tokens),
    cost_usd: all.some(({ cost_usd }) => cost_usd === null) ? null : sum(({ cost_usd }) => cost_usd ?? 0),
  }
}

function difference(after: Used, before: Used): Used {
  return {
    rounds: after.rounds - before.rounds,
    input_tokens: after.input_tokens - before.input_tokens,
    cached_tokens: after.cached_tokens - before.cached_tokens,
    output_tokens: after.output_tokens - before.output_tokens,
    cost_usd: after.cost_usd === null || before.cost_usd === null ? null : after.cost_usd - before.cost_usd,
  }
}
