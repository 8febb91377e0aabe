import { asSentence, checkFor, nearestName } from '../../../platform/validation/validation.ts'
import { isActionName, vocabulary, type Action, type ActionName } from './vocabulary.ts'
import { mendArgs, otherNames, type Args } from './known-slips.ts'

export type ReadAction =
  | { readonly action: Action; readonly notes: readonly string[] }
  /** What was wrong, for the model. */
  | { readonly problem: string }

/**
 * What a model wants, as an action: slips that can only mean one thing are mended, everything else is told back.
 * Nothing is ever guessed.
 */
export function readAction(name: string, given: unknown): ReadAction {
  const known = nameOf(name)
  if (!known)
    return {
      problem: `There is no action ${JSON.stringify(name.slice(0, 80))}.${meant(name)} Use one of ${Object.keys(vocabulary).join(', ')}.`,
    }
  if (given === null || typeof given !== 'object' || Array.isArray(given))
    return { problem: `The arguments of ${known.name} must be one JSON object.` }
  const notes: string[] = []
  const args = mendArgs(known.name, { ...known.args, ...(given as Args) }, notes)
  const issues = checkFor(vocabulary[known.name].params, 'body')(args)
  if (issues.length > 0) {
    const reasons = issues
      .slice(0, 5)
      .map(({ path, message }) => `${path.slice(1) || 'the arguments'} ${message}`)
    return { problem: asSentence(`${known.name} was not done: ${reasons.join('; ')}`) }
  }
  const half = known.name === 'TYPE_TEXT' && (args['x'] === undefined) !== (args['y'] === undefined)
  if (half) return { problem: 'TYPE_TEXT was not done: it takes both x and y, or neither.' }
  return { action: asTyping({ name: known.name, args } as Action), notes }
}

/** A single character is typed: that finds it on every keyboard layout. */
function asTyping(action: Action): Action {
  if (
    action.name !== 'PRESS_KEY' ||
    Array.from(action.args.key).length !== 1 ||
    action.args.hold_ms !== undefined
  )
    return action
  const { key, reason } = action.args
  return {
    name: 'TYPE_TEXT',
    args: { text: key, clear: false, submit: false, ...(reason !== undefined && { reason }) },
  }
}

function nameOf(name: string): { name: ActionName; args: Args } | undefined {
  const plain = name.trim().replaceAll(/[\s-]+/g, '_')
  const upper = plain.toUpperCase()
  if (isActionName(upper)) return { name: upper, args: {} }
  return otherNames.get(plain.toLowerCase())
}

function meant(name: string): string {
  const near = nearestName(name.toUpperCase(), Object.keys(vocabulary))
  return near ? ` Did you mean ${near}?` : ''
}
