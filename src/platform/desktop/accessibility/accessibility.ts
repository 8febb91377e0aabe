import { BusError } from '../../dbus/bus.ts'
import { DevToolsPages } from '../devtools/devtools-pages.ts'
import type {
  AccessibleElement,
  ActiveWindow,
  ChosenOption,
  DescribeOptions,
  ElementList,
  Point,
} from '../desktop-driver.ts'
import { Sessions, type AccessibilityDeps, type Session } from './accessibility-sessions.ts'
import { activate, gone } from './activation.ts'
import { choose } from './choosing.ts'
import { defaultButtonOf } from './default-button.ts'
import { elementOf } from './element-details.ts'
import { ElementIds, type NamedObject } from './element-ids.ts'
import type { FoundObject } from './element-search.ts'
import { FirstTelling } from './first-telling.ts'
import { readField, type FocusedField } from './focused-field.ts'
import { findFocused, foundAt } from './focused-object.ts'
import { ObjectReader } from './object-reader.ts'
import { readElements, type ReadElements } from './reading.ts'
import { PASSWORD } from './roles.ts'
import { insertAtCaret } from './text-insertion.ts'
import { objectUnder } from './under-point.ts'

/** What applications tell of themselves, and what they do when they are asked by that way. */
export interface Accessibility {
  /** Asks the applications that start from now on to tell; those that run already do so or do not. */
  begin(): Promise<void>
  /** The element with the focus in the window in front; null when nothing tells. */
  focused(signal?: AbortSignal): Promise<AccessibleElement | null>
  /** What Return would press while this element has the focus; null when nothing tells. */
  defaultButton(focusedId: string, signal?: AbortSignal): Promise<AccessibleElement | null>
  /** Whether the application in front says that it is loading something. Asks nobody, and opens nothing. */
  isBusy(): Promise<boolean>
  /** What the focused element holds; null where it tells of no text that could be changed. */
  field(signal?: AbortSignal): Promise<FocusedField | null>
  /** For who looks in between: an element keeps its id, and no description ends by it. */
  read(scope: 'window' | 'desktop', signal?: AbortSignal): Promise<ElementList>
  /** A new description for this reader: the ids of its last one are over. Waits for a program that has just begun to tell. */
  describe(options: DescribeOptions, signal?: AbortSignal): Promise<ElementList>
  /** The ids of this reader are over, as at the begin of a task. */
  forget(reader: string): void
  /** As it is now. Throws when the id is over or the element has gone. */
  element(id: string, signal?: AbortSignal): Promise<AccessibleElement>
  /** What a click at a place of that window would reach; null when nothing tells. */
  at(point: Point, window: ActiveWindow | null, signal?: AbortSignal): Promise<AccessibleElement | null>
  activate(id: string, signal?: AbortSignal): Promise<void>
  /** Chooses what a box or a list offers, by its name. */
  choose(id: string, option: string, signal?: AbortSignal): Promise<ChosenOption>
  /** Into the focused element; null, and nothing changed, when it does not take the text by this way. */
  insert(
    text: string,
    options?: { readonly replace?: boolean | undefined; readonly signal?: AbortSignal | undefined },
  ): Promise<{ readonly verified: boolean } | null>
  close(): void
}

export function createAccessibility(deps: AccessibilityDeps): Accessibility {
  const ids = new ElementIds()
  const sessions = new Sessions(deps, () => ids.clear())
  const pages = new DevToolsPages(deps)
  const parts = { deps, ids, sessions, pages }
  return {
    async begin() {
      await sessions.get()
    },
    isBusy: async () => isLoading(await sessions.current(), deps),
    ...lookingPart(parts),
    ...listingPart(parts),
    defaultButton: (focusedId, signal) => defaultButton(parts, focusedId, signal),
    ...actingPart(parts),
    close() {
      sessions.close()
      void pages.close()
    },
  }
}

interface Parts {
  readonly deps: AccessibilityDeps
  readonly ids: ElementIds
  readonly sessions: Sessions
  readonly pages: DevToolsPages
}

function lookingPart({
  deps,
  ids,
  sessions,
  pages,
}: Parts): Pick<Accessibility, 'focused' | 'field' | 'element' | 'at'> {
  const { activeWindow } = deps
  const lasting = (object: NamedObject) => ids.nameOf(object)
  return {
    async focused(signal) {
      const opened = await sessions.get()
      const object = opened && (await findFocused(opened, activeWindow, signal))
      // A browser that tells nothing of its page says that the page as a whole has the focus, or nothing.
      if (!opened || !object || object.role === 'document web')
        return (await pages.focused(lasting, signal)) ?? (opened && object ? told(opened, object) : null)
      return told(opened, object)

      function told({ bus }: Session, found: FoundObject) {
        return elementOf(found, { id: ids.nameOf(found), reader: new ObjectReader(bus, signal) })
      }
    },

    field: async (signal) =>
      (await fieldIn(await sessions.get(), deps, signal)) ?? (await pages.field(signal)),

    async element(id, signal) {
      const opened = await sessions.get()
      const object = ids.find(id)
      if (pages.owns(object)) return pages.element(id, object, signal)
      if (!opened) throw gone(id)
      return now(new ObjectReader(opened.bus, signal), { id, ...object })
    },

    async at(point, window, signal) {
      const opened = await sessions.get()
      const reader = opened && new ObjectReader(opened.bus, signal)
      const found = reader && (await objectUnder({ reader, windows: opened.windows }, point, window))
      const element = found && (await now(reader, { id: ids.nameOf(found), ...found }))
      if (element && !saysNothing.has(element.role)) return element
      return (await pages.at(point, lasting, signal)) ?? element
    },
  }
}

function listingPart({
  deps,
  ids,
  sessions,
  pages,
}: Parts): Pick<Accessibility, 'read' | 'describe' | 'forget'> {
  const first = new FirstTelling(deps)
  const { activeWindow } = deps
  const lasting = (object: NamedObject) => ids.nameOf(object)
  return {
    async read(scope, signal) {
      const opened = await sessions.get()
      const asked = { scope, signal, activeWindow, nameOf: lasting }
      const list = opened && (await readElements(opened.bus, { ...asked, windows: opened.windows }))
      return listOf(await pages.complete(list ?? nothing, asked))
    },

    async describe({ scope, reader, beyond }, signal) {
      const opened = await sessions.get()
      const read = async () => {
        const asked = { scope, signal, activeWindow, beyond, nameOf: ids.begin(reader) }
        const list = opened && (await readElements(opened.bus, { ...asked, windows: opened.windows }))
        return pages.complete(list ?? nothing, asked)
      }
      return listOf(opened ? await first.wait(read, signal) : await read())
    },

    forget: (reader) => ids.forget(reader),
  }
}

async function defaultButton(
  { ids, sessions, pages }: Parts,
  focusedId: string,
  signal?: AbortSignal,
): Promise<AccessibleElement | null> {
  const opened = await sessions.get()
  const object = ids.find(focusedId)
  if (pages.owns(object)) return pages.defaultButton(object, (found) => ids.nameOf(found), signal)
  if (!opened) return null
  const reader = new ObjectReader(opened.bus, signal)
  const { reference: focused, window } = object
  const reference = await defaultButtonOf(reader, focused)
  if (!reference) return null
  return now(reader, { id: ids.nameOf({ reference, window }), reference, window })
}

function actingPart({
  deps: { activeWindow, click },
  ids,
  sessions,
  pages,
}: Parts): Pick<Accessibility, 'activate' | 'choose' | 'insert'> {
  const known = async (id: string, signal?: AbortSignal) => {
    const opened = await sessions.get()
    const { reference } = ids.find(id)
    if (!opened) throw gone(id)
    return { reader: new ObjectReader(opened.bus, signal), reference }
  }
  return {
    async activate(id, signal) {
      const object = ids.find(id)
      if (pages.owns(object)) return pages.press(id, object, signal)
      const { reader, reference } = await known(id, signal)
      await activate(reader, { id, reference, click, signal })
    },

    async choose(id, option, signal) {
      const object = ids.find(id)
      if (pages.owns(object)) return pages.choose(id, object, { wanted: option, signal })
      const { reader, reference } = await known(id, signal)
      return choose(reader, { id, reference, wanted: option, signal })
    },

    async insert(text, { replace = false, signal } = {}) {
      const opened = await sessions.get()
      // Only where it is sure that this is what has the keyboard too.
      const isSure = ((await activeWindow())?.processId ?? null) !== null
      const object = opened && isSure ? await findSoon(opened, activeWindow, signal) : null
      if (!opened || !object) return null
      const reader = new ObjectReader(opened.bus, signal)
      if (!(await takesText(reader, object))) return null
      const isHidden = object.role === PASSWORD
      const inserted = await insertAtCaret(reader, object.reference, { text, isHidden, replace })
      return inserted === 'refused' ? null : { verified: inserted === 'taken' }
    },
  }
}

/** Keys reach it as well: who is busy is not searched for longer. */
const FINDING_MS = 2_000

async function findSoon(
  opened: Session,
  activeWindow: AccessibilityDeps['activeWindow'],
  signal: AbortSignal | undefined,
): Promise<FoundObject | null> {
  const late = AbortSignal.timeout(FINDING_MS)
  try {
    return await findFocused(opened, activeWindow, signal ? AbortSignal.any([signal, late]) : late)
  } catch (error) {
    signal?.throwIfAborted()
    if (late.aborted) return null
    throw error
  }
}

/** Whether one of those that say so is in front. */
async function isLoading(opened: Session | null, { activeWindow }: AccessibilityDeps): Promise<boolean> {
  const owners = opened?.bus.isOpen ? [...opened.busy.owners] : []
  if (!opened || owners.length === 0) return false
  const processId = (await activeWindow())?.processId ?? null
  const reader = new ObjectReader(opened.bus)
  const processes = await Promise.all(owners.map((owner) => reader.processOf(owner)))
  return processes.some((process) => process !== null && process === processId)
}

async function fieldIn(
  opened: Session | null,
  deps: AccessibilityDeps,
  signal?: AbortSignal,
): Promise<FocusedField | null> {
  const object = opened && (await findFocused(opened, deps.activeWindow, signal))
  return object ? readField(new ObjectReader(opened.bus, signal), object) : null
}

/** Of these nobody learns what a click would do. */
const saysNothing: ReadonlySet<string> = new Set(['document web', 'frame', 'filler', 'panel', 'unknown'])

const nothing: ReadElements = { elements: [], degraded: true, isUnfinished: false }

function listOf({ elements, degraded, left = 0, silent = [], unanswered = [] }: ReadElements): ElementList {
  return { elements, degraded, left, silent, unanswered }
}

async function now(
  reader: ObjectReader,
  { id, reference, window }: NamedObject & { readonly id: string },
): Promise<AccessibleElement> {
  const object = await foundAt(reader, reference, window).catch((error: unknown) => {
    throw error instanceof BusError ? gone(id, error) : error
  })
  if (object.states.includes('defunct')) throw gone(id)
  return elementOf(object, { id, reader })
}

async function takesText(reader: ObjectReader, { reference, states }: FoundObject): Promise<boolean> {
  if (states.includes('read_only')) return false
  const interfaces = await reader.interfaces(reference)
  return interfaces.includes('EditableText') && interfaces.includes('Text')
}
