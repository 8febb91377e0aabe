import type { NativeTool, WantedCall } from '../../models/language-model.ts'
import { readAction } from '../actions/read-action.ts'
import { lastActions, type Action } from '../actions/vocabulary.ts'
import { looseObject } from './loose-json.ts'
import { isNativeCall, readNativeCall, type NativeWish } from './native-tools.ts'

/** What the calls of one answer want. */
export interface ReadCalls {
  /** In order, done up to the first surprise. */
  readonly actions: readonly Action[]
  /** How many of the actions belong to each call, in order; those that are left out have none. */
  readonly spans: readonly number[]
  /** What was mended, for the model. */
  readonly notes: readonly string[]
  /** Why nothing can be done, for the model. */
  readonly problem?: string
  /** The provider's own doubts, with the call that each is about. */
  readonly checks: readonly Check[]
}

export interface Check {
  readonly call_id: string
  readonly check: NativeWish['checks'][number]
}

interface Reading {
  readonly native: NativeTool | undefined
  readonly picture: { readonly width: number; readonly height: number }
}

/** Of what is decided on one picture, the end is seldom still true. */
const MAX_ACTIONS = 8

/** In order, as far as they can be read. What ends the task is decided on by its own. */
export async function readCalls(calls: readonly WantedCall[], reading: Reading): Promise<ReadCalls> {
  const [first, ...others] = calls
  let all = await readCall(first!, reading)
  for (const call of others) {
    const isFull = all.actions.length >= MAX_ACTIONS
    if (all.problem !== undefined || isFull || isLast(all.actions.at(-1))) break
    const next = await readCall(call, reading)
    if (next.problem !== undefined || isLast(next.actions[0])) break
    all = {
      actions: [...all.actions, ...next.actions],
      spans: [...all.spans, ...next.spans],
      notes: [...all.notes, ...next.notes],
      checks: [...all.checks, ...next.checks],
    }
  }
  return all
}

async function readCall(
  { call_id, name, args }: WantedCall,
  { native, picture }: Reading,
): Promise<ReadCalls> {
  const given = typeof args === 'string' ? await looseObject(args) : args
  if (given === undefined)
    return { ...nothing, problem: `${name} was not done: its arguments are no whole JSON object.` }
  const { wishes, checks: doubts } = isNativeCall(native, name)
    ? readNativeCall(name, given, picture)
    : { wishes: [{ name, args: given }], checks: [] }
  const checks = doubts.map((check) => ({ call_id, check }))
  const actions: Action[] = []
  const notes: string[] = []
  for (const wish of wishes) {
    const one = readAction(wish.name, wish.args)
    if ('problem' in one) return { ...nothing, checks, problem: one.problem }
    actions.push(one.action)
    notes.push(...one.notes)
  }
  const read = { actions, spans: [actions.length], notes, checks }
  return actions.length === 0 ? { ...read, problem: 'The call holds no action.' } : read
}

export const nothing: ReadCalls = { actions: [], spans: [], notes: [], checks: [] }

function isLast(action: Action | undefined): boolean {
  return action !== undefined && lastActions.has(action.name)
}
