import { AppError } from '../../../contract/errors.ts'
import { BusError } from '../../dbus/bus.ts'
import { listOf, textOf } from '../../dbus/value.ts'
import type { Point } from '../desktop-driver.ts'
import type { ObjectReader, ObjectReference } from './object-reader.ts'

/** An entry's `activate` sends its form off, which nobody means who wants to go there. */
const focusedInstead = new Set(['text', 'entry', 'password text', 'spin button', 'terminal'])
const preferredActions = ['click', 'press', 'jump', 'toggle', 'activate', 'open', 'select']

export interface Activation {
  readonly id: string
  readonly reference: ObjectReference
  readonly click: (point: Point, signal?: AbortSignal) => Promise<void>
  readonly signal: AbortSignal | undefined
}

export async function activate(
  reader: ObjectReader,
  { id, reference, click, signal }: Activation,
): Promise<void> {
  const facts = await reader.facts(reference).catch((error: unknown) => {
    signal?.throwIfAborted()
    throw gone(id, error)
  })
  if (facts.states.includes('defunct')) throw gone(id)
  if (!facts.states.includes('sensitive') && !facts.states.includes('enabled'))
    throw new AppError('conflict', `The element ${id} ("${facts.name}") is disabled by its application.`)
  if (
    !focusedInstead.has(facts.role) &&
    facts.interfaces.includes('Action') &&
    (await act(reader, reference))
  )
    return
  if (!facts.area || !facts.states.includes('showing'))
    throw new AppError(
      'conflict',
      `The element ${id} ("${facts.name}") is not on the screen. Scroll to it first.`,
    )
  const { x, y, width, height } = facts.area
  await click({ x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) }, signal)
}

/** The action that a click would be; false when it has none or will not. */
async function act(reader: ObjectReader, reference: ObjectReference): Promise<boolean> {
  const index = await clickAction(reader, reference)
  if (index === undefined) return false
  try {
    const [done] = await reader.call(reference, 'Action.DoAction', ['i', [index]])
    return done === true
  } catch (error) {
    if (error instanceof BusError) return false
    // No answer yet, as from a button that opens a question: to do it a second time would be worse than to believe it.
    if (error instanceof AppError) return true
    throw error
  }
}

async function clickAction(reader: ObjectReader, reference: ObjectReference): Promise<number | undefined> {
  const names = await reader
    .call(reference, 'Action.GetActions')
    .then(([actions]) => listOf(actions).map((action) => textOf(listOf(action)[0]).toLowerCase()))
    .catch((): string[] => [])
  if (names.length === 1) return 0
  return preferredActions.map((name) => names.indexOf(name)).find((each) => each >= 0)
}

export function gone(id: string, cause?: unknown): AppError {
  return new AppError('not_found', `The element ${id} is gone. Read the screen again.`, { cause })
}
