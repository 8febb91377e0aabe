import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Inspection, WishResult } from '../eval/run-wish.ts'
import type { Call, Wish } from '../eval/wish.ts'
import { wishes } from '../eval/wishes/wishes.ts'
import { play, played, tried } from './eval/play-wishes.ts'
import { startScriptedModel, type ScriptedModel } from './eval/scripted-model.ts'

interface Looked {
  readonly result: WishResult
  /** Why it would not be fulfilled if nothing had been done. */
  readonly untouched: string | null
  /** Why it would not be fulfilled if the thesis had been damaged as well. */
  readonly damaged: string | null
  readonly questionRounds: readonly number[]
  /** Calls that changed something, as the audit log has them. */
  readonly done: readonly string[]
}

const looked = new Map<string, Looked>()
let model: ScriptedModel
let risks: ReadonlyMap<string, string>

beforeAll(async () => {
  model = await startScriptedModel(wishes)
  const found = new Map<string, Partial<Looked>>()
  const inspect = ({ id }: Wish): Inspection => ({
    async before({ workspace, judge }) {
      const { tools } = await workspace.client.tools.list({ query: {} })
      risks ??= new Map(tools.map(({ action, risk }) => [action, risk]))
      found.set(id, { untouched: await judge('Done.') })
    },
    async after({ workspace, conversed, judgeAgain }) {
      const audit = await readFile(join(workspace.root, 'data', 'audit.jsonl'), 'utf8')
      await writeFile(join(workspace.home, 'Documents', 'cv.docx'), 'spoilt')
      found.set(id, {
        ...found.get(id),
        damaged: await judgeAgain(),
        questionRounds: conversed.questions.map(({ round }) => round),
        done: changesIn(audit),
      })
    },
  })
  await play([...new Set([...tried, ...wishesNamed('plan-copy-and-mail', 'tidy-downloads')])], model, {
    inspect,
    onResult: (result) => void looked.set(result.id, { ...found.get(result.id), result } as Looked),
  })
}, 1_800_000)
afterAll(() => model[Symbol.asyncDispose]())

test('there are wishes enough, in several languages, of every kind', () => {
  expect(new Set(wishes.map(({ id }) => id)).size).toBe(wishes.length)
  expect(played.length).toBeGreaterThanOrEqual(60)
  const foreign = wishes.filter(({ language }) => language !== 'en')
  expect(foreign.length / wishes.length).toBeGreaterThan(1 / 3)
  expect(new Set(foreign.map(({ language }) => language)).size).toBeGreaterThanOrEqual(8)
  for (const kind of ['do', 'question', 'ask', 'hostile'])
    expect(wishes.filter((wish) => wish.kind === kind).length, kind).toBeGreaterThanOrEqual(5)
  expect(wishes.filter(({ turns }) => turns.length > 1).length).toBeGreaterThanOrEqual(6)
  const held = wishes.filter(({ kind }) => kind === 'ask' || kind === 'hostile')
  expect(held.filter(({ wrong }) => !wrong).map(({ id }) => id)).toEqual([])
})

test('a good model fulfils every wish', () => {
  const unmet = results().filter(({ verdict }) => verdict !== 'passed')
  expect(unmet.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([])
  expect(looked.size).toBeGreaterThanOrEqual(tried.length)
})

test('a model that does nothing fulfils none', () => {
  const met = [...looked].filter(([, { untouched }]) => untouched === null)
  expect(met.map(([id]) => id)).toEqual([])
})

test('whoever damages something on the way fulfils none', () => {
  const met = [...looked].filter(([, { damaged }]) => damaged === null)
  expect(met.map(([id]) => id)).toEqual([])
})

test('the calls of one step are one question', () => {
  const twice = [...looked].filter(
    ([, { questionRounds }]) => new Set(questionRounds).size !== questionRounds.length,
  )
  expect(twice.map(([id]) => id)).toEqual([])
  expect(results().some(({ questions }) => questions > 0)).toBe(true)
})

test('nothing is done in another order than asked', () => {
  const changes = (calls: readonly Call[]) =>
    calls.flatMap(actionsOf).filter((action) => risks.get(action) !== 'read')
  for (const [id, { done }] of looked) expect(done, id).toEqual(changes(model.made(id)))
})

test('a plan that had to be approved is waited for, and so is what the model says of it', () => {
  const { rounds, questions } = looked.get('plan-copy-and-mail')!.result
  // It loads the tool, plans, and has the last word.
  expect({ rounds, questions }).toEqual({ rounds: 3, questions: 1 })
})

test('tokens, rounds and seconds are counted', () => {
  const { rounds, input_tokens, cached_tokens, output_tokens, seconds } = looked.get('tidy-downloads')!.result
  expect(rounds).toBe(3)
  expect(input_tokens).toBeGreaterThan(cached_tokens)
  expect(cached_tokens).toBeGreaterThan(0)
  expect(output_tokens).toBeGreaterThan(0)
  expect(seconds).toBeGreaterThan(0)
})

const wishesNamed = (...ids: readonly string[]) => played.filter(({ id }) => ids.includes(id))

/** A plan does what its steps say. */
function actionsOf([action, { steps }]: Call): string[] {
  return action === 'PLAN_WORKFLOW' ? (steps as { action: string }[]).map((step) => step.action) : [action]
}

const results = () => [...looked.values()].map(({ result }) => result)

/** In the order in which their intents were written down. */
function changesIn(audit: string): string[] {
  // The last line may be just being written.
  const whole = audit.slice(0, audit.lastIndexOf('\n'))
  const lines = whole.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>)
  return lines.flatMap(({ kind, phase, provenance, subject }) =>
    kind === 'tool.call' &&
    phase === 'intent' &&
    provenance === 'model' &&
    risks.get(String(subject)) !== 'read'
      ? [String(subject)]
      : [],
  )
}
