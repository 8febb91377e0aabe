import type { Envelope } from '../../../../contract/envelope.ts'
import { resultsOf } from '../../../../contract/several-calls.ts'
import type { LookedPicture } from '../../../../contract/tool.ts'
import type { Turn } from '../../../models/language-model.ts'
import type { ToolCatalog } from '../../../tools/tool-catalog.ts'
import type { ToolRunner } from '../../../tools/tool-runner.ts'
import type { Asked, AnswerWriter } from '../../answering.ts'
import { isInstruction } from '../call-outcome.ts'
import { lookedIn } from '../looked-pictures.ts'
import { showMade } from '../made-pictures.ts'
import { PLAN_WORKFLOW } from '../offered-tools.ts'
import type { PausedCall, ReleasedAnswer } from '../paused-answers.ts'
import { noteSkill, type SkillPort } from '../skills.ts'
import { showCard } from '../shown-card.ts'
import type { Taints } from '../taint.ts'
import { hasMade } from '../tool-calls.ts'
import { resultForModel } from '../untrusted.ts'

type Args = Readonly<Record<string, unknown>>

export interface DecidedDeps {
  readonly catalog: Pick<ToolCatalog, 'find'>
  readonly runner: Pick<ToolRunner, 'readings' | 'markOutside'>
  readonly taints: Taints
  readonly skills: Pick<SkillPort, 'noteUse'>
  readonly asked: Asked
  readonly writer: AnswerWriter
  /** Characters of one result that the model gets. */
  readonly characters: number
  /** What stands around data in this conversation. */
  readonly mark: string
}

/** The results of the calls that waited, as the model gets them, and what they looked at. */
export async function decidedTurns(
  released: ReleasedAnswer,
  deps: DecidedDeps,
): Promise<{ turns: Turn[]; looked: LookedPicture[] }> {
  const turns: Turn[] = []
  const looked: LookedPicture[] = []
  for (const call of released.calls) {
    const { call_id, name } = call
    const done = resultOf(call, released)
    const result = isDecided(call, released) ? await told(call, { done, released, deps }) : call.result
    turns.push({ role: 'tool', call_id, name, result })
    const look = done ? lookedIn(deps.catalog.find(name), done) : call.looked
    if (look) looked.push(look)
    if (done)
      await showMade(deps.catalog.find(name), done, { writer: deps.writer, signal: deps.asked.signal })
  }
  return { turns, looked }
}

function isDecided({ confirmation_id }: PausedCall, { verdicts }: ReleasedAnswer): boolean {
  return confirmation_id !== undefined && verdicts.has(confirmation_id)
}

/** What a call returned after the yes; undefined where it was not run. */
function resultOf({ confirmation_id = '', index = 0 }: PausedCall, { verdicts }: ReleasedAnswer) {
  const result = verdicts.get(confirmation_id)?.result
  return result ? resultsOf(result)[index] : undefined
}

interface Told {
  readonly done: Envelope | undefined
  readonly released: ReleasedAnswer
  readonly deps: DecidedDeps
}

async function told({ call_id, name }: PausedCall, { done, released, deps }: Told): Promise<string> {
  const { catalog, runner, taints, asked, writer, characters, mark, skills } = deps
  if (!done) return resultForModel(rejected(name), { source: name, isUntrusted: false, characters, mark })
  const { session_id, turns } = released
  const { provenance, signal } = asked
  const args = argumentsOf(turns, call_id)
  const called = name === PLAN_WORKFLOW ? stepsIn(args) : [{ action: name, args }]
  const result = name === PLAN_WORKFLOW ? undefined : done
  const found = called.map((one) => runner.readings({ ...one, provenance, signal }, result))
  const readings = (await Promise.all(found)).flat()
  const entry = catalog.find(name)
  if (entry && hasMade(entry) && taints.of(session_id).untrusted) await runner.markOutside(name, done)
  await taints.add(session_id, readings)
  if (entry) showCard(entry, done, writer)
  await noteSkill(entry, { args, result: done, session_id, skills })
  const isUntrusted = readings.includes('untrusted') && !isInstruction(entry)
  return resultForModel(done, { source: name, isUntrusted, characters, mark })
}

function stepsIn({ steps }: Readonly<Record<string, unknown>>): { action: string; args: Args }[] {
  return (steps as { action: string; args?: Args }[]).map(({ action, args = {} }) => ({ action, args }))
}

function argumentsOf(turns: readonly Turn[], call_id: string): Readonly<Record<string, unknown>> {
  const calls = turns.flatMap((turn) => (turn.role === 'assistant' ? (turn.calls ?? []) : []))
  const { args } = calls.findLast((call) => call.call_id === call_id) ?? {}
  return (args ?? {}) as Readonly<Record<string, unknown>>
}

function rejected(name: string): Envelope {
  const message = `The user rejected ${name}. Do not try it again; ask what to do instead.`
  return { success: false, message, data: { error: { code: 'rejected' } } }
}
