import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../contract/errors.ts'
import { BusError } from '../../dbus/bus.ts'
import { listOf, numberOf, textOf } from '../../dbus/value.ts'
import type { Area, Point } from '../desktop-driver.ts'
import type { ObjectFacts, ObjectReader, ObjectReference } from './object-reader.ts'

/** An entry's `activate` sends its form off, which nobody means who wants to go there. */
const focusedInstead = new Set(['text', 'entry', 'password text', 'spin button', 'terminal'])
/** Rows of lists: to activate one opens what it stands for, and a click only chooses it. */
const chosen = new Set(['table cell', 'table row', 'tree item', 'icon'])
const openingActions = new Set(['activate', 'open', 'edit', 'expand or contract'])
/** Wherever in the view is nearest. */
const ANYWHERE = 6
const SCROLLED_MS = 2_000
const LOOK_EVERY_MS = 50
const preferredActions = [
  'click',
  'press',
  'jump',
  'toggle',
  'activate',
  'open',
  'select',
  'check',
  'uncheck',
]

export interface Activation {
  readonly id: string
  readonly reference: ObjectReference
  readonly click: (point: Point, signal?: AbortSignal) => Promise<void>
  readonly signal: AbortSignal | undefined
}

export async function activate(reader: ObjectReader, activation: Activation): Promise<void> {
  const { id, reference, signal } = activation
  const facts = await reader.facts(reference).catch((error: unknown) => {
    signal?.throwIfAborted()
    throw gone(id, error)
  })
  if (facts.states.includes('defunct')) throw gone(id)
  if (!facts.states.includes('sensitive') && !facts.states.includes('enabled'))
    throw new AppError('conflict', `The element ${id} ("${facts.name}") is disabled by its application.`)
  const isChosen = chosen.has(facts.role)
  const hasActions = !focusedInstead.has(facts.role) && facts.interfaces.includes('Action')
  if (hasActions && (await act(reader, { reference, isChosen }))) return
  if (isChosen && (await takeFocus(reader, reference))) return
  await clickOn(reader, facts, activation)
}

async function clickOn(
  reader: ObjectReader,
  { area, name, role, states }: ObjectFacts,
  { id, reference, click, signal }: Activation,
): Promise<void> {
  const shown = states.includes('showing') ? area : await scrolledTo(reader, reference, signal)
  if (!shown)
    throw new AppError('conflict', `The element ${id} ("${name}") is not on the screen. Scroll to it first.`)
  const { x, y, width, height } = shown
  try {
    await click({ x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) }, signal)
  } catch (error) {
    // Where nobody knows its place, its application can still press it, or give it the keyboard.
    const isPlaceless = error instanceof AppError && error.code === 'unavailable_on_platform'
    if (!isPlaceless) throw error
    const isDone = focusedInstead.has(role)
      ? await takeFocus(reader, reference)
      : (await act(reader, { reference, isChosen: chosen.has(role), asksNames: true })) ||
        (await selectAmongOthers(reader, { reference, role }))
    if (!isDone) throw error
  }
}

/** One of several that exclude each other is pressed by choosing it in what holds them all. */
const oneOfSeveral = new Set(['page tab', 'list item', 'option', 'tree item'])

async function selectAmongOthers(
  reader: ObjectReader,
  { reference, role }: { readonly reference: ObjectReference; readonly role: string },
): Promise<boolean> {
  if (!oneOfSeveral.has(role)) return false
  try {
    const around = await reader.parentOf(reference)
    if (!around) return false
    const [index] = await reader.call(reference, 'Accessible.GetIndexInParent')
    const [done] = await reader.call(around, 'Selection.SelectChild', ['i', [numberOf(index)]])
    return done === true
  } catch (error) {
    if (error instanceof BusError) return false
    throw error
  }
}

/** Where it is once its application has brought it into view; null when it does not. */
async function scrolledTo(
  reader: ObjectReader,
  reference: ObjectReference,
  signal: AbortSignal | undefined,
): Promise<Area | null> {
  const told = await reader.call(reference, 'Component.ScrollTo', ['u', [ANYWHERE]]).catch(() => [])
  if (told[0] !== true) return null
  const until = performance.now() + SCROLLED_MS
  let last: Area | null = null
  for (;;) {
    const [states, area] = await Promise.all([reader.states(reference), reader.area(reference)])
    // It may still be on its way.
    const isThere = states.includes('showing') && area !== null && last?.y === area.y && last.x === area.x
    if (isThere) return area
    if (performance.now() > until) return null
    last = area
    await sleep(LOOK_EVERY_MS, undefined, { signal })
  }
}

interface Acting {
  readonly reference: ObjectReference
  readonly isChosen: boolean
  /** Also for those that the application leaves out of its list. */
  readonly asksNames?: boolean
}

/** The action that a click would be; false when it has none or will not. */
async function act(reader: ObjectReader, acting: Acting): Promise<boolean> {
  const { reference } = acting
  const index = await clickAction(reader, acting)
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

async function clickAction(
  reader: ObjectReader,
  { reference, isChosen, asksNames = false }: Acting,
): Promise<number | undefined> {
  const names = await actionsOf(reader, reference, asksNames)
  if (names.length === 1 && !isChosen) return 0
  const known = preferredActions.filter((name) => !isChosen || !openingActions.has(name))
  return known.map((name) => names.indexOf(name)).find((each) => each >= 0)
}

/**
 * Chromium leaves out the names in the list, and tells each when it is asked for it. A click is better where there can be
 * one: an option of a list that is pressed by its action is not chosen.
 */
async function actionsOf(
  reader: ObjectReader,
  reference: ObjectReference,
  asksNames: boolean,
): Promise<string[]> {
  const listed = await reader
    .call(reference, 'Action.GetActions')
    .then(([actions]) => listOf(actions).map((action) => textOf(listOf(action)[0])))
    .catch((): string[] => [])
  const names = listed.map(async (name, index) => {
    if (name !== '' || !asksNames) return name
    const [told] = await reader.call(reference, 'Action.GetName', ['i', [index]]).catch(() => [''])
    return textOf(told)
  })
  return (await Promise.all(names)).map((name) => name.toLowerCase())
}

/** Chooses the row, also where nobody knows its place. */
async function takeFocus(reader: ObjectReader, reference: ObjectReference): Promise<boolean> {
  return reader.call(reference, 'Component.GrabFocus').then(
    ([taken]) => taken === true,
    () => false,
  )
}

export function gone(id: string, cause?: unknown): AppError {
  return new AppError('not_found', `The element ${id} is gone. Read the screen again.`, { cause })
}
