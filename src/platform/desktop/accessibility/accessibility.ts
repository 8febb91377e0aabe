import type { Log } from '../../../contract/log.ts'
import type { Bus } from '../../dbus/bus.ts'
import type { AccessibleElement, ActiveWindow, ElementList, Point } from '../desktop-driver.ts'
import { activate, gone } from './activation.ts'
import { askApplicationsToTell, connectAccessibilityBus } from './accessibility-bus.ts'
import { ElementIds } from './element-ids.ts'
import { searchObjects, type FoundObject } from './element-search.ts'
import { FocusWatch } from './focus-watch.ts'
import { ObjectReader, registry, type ObjectReference } from './object-reader.ts'
import { insertAtCaret } from './text-insertion.ts'

export interface AccessibilityDeps {
  readonly displayAddress: () => Promise<string | null>
  readonly sessionAddress: string | undefined
  readonly activeWindow: () => Promise<ActiveWindow | null>
  readonly click: (point: Point, signal?: AbortSignal) => Promise<void>
  readonly log: Log
}

/** What applications tell of themselves, and what they do when they are asked by that way. */
export interface Accessibility {
  /** Asks the applications that start from now on to tell; those that run already do so or do not. */
  begin(): Promise<void>
  /** The element with the focus in the window in front; null when nothing tells. */
  focused(signal?: AbortSignal): Promise<AccessibleElement | null>
  read(scope: 'window' | 'desktop', signal?: AbortSignal): Promise<ElementList>
  activate(id: string, signal?: AbortSignal): Promise<void>
  /** Into the focused element; null, and nothing changed, when it does not take the text by this way. */
  insert(
    text: string,
    options?: { readonly replace?: boolean | undefined; readonly signal?: AbortSignal | undefined },
  ): Promise<{ readonly verified: boolean } | null>
  close(): void
}

const MAX_OBJECTS = 3_000
const MAX_ELEMENTS = 600
const READING_MS = 5_000
const PASSWORD = 'password text'
const editableRoles = new Set([
  'text',
  'entry',
  'password text',
  'paragraph',
  'terminal',
  'document text',
  'editbar',
])
/** They hold others and say nothing themselves. */
const plainRoles = new Set([
  'filler',
  'panel',
  'scroll pane',
  'section',
  'viewport',
  'redundant object',
  'unknown',
  'separator',
  'layered pane',
  'split pane',
  'root pane',
  'scroll bar',
])
interface Session {
  readonly bus: Bus
  readonly focus: FocusWatch
}

export function createAccessibility(deps: AccessibilityDeps): Accessibility {
  const ids = new ElementIds()
  let opening: Promise<Session | null> | undefined

  /** One connection for all; after the bus has ended, or where there was none, the next call tries anew. */
  async function session(): Promise<Session | null> {
    opening ??= open(deps)
    const opened = await opening
    if (opened?.bus.isOpen) return opened
    opening = undefined
    if (!opened) return null
    ids.clear()
    return session()
  }

  return {
    async begin() {
      await session()
    },

    async focused(signal) {
      const opened = await session()
      const object = opened && (await findFocused(opened, deps, signal))
      return object ? elementOf(object, { ids, reader: new ObjectReader(opened.bus, signal) }) : null
    },

    async read(scope, signal) {
      const opened = await session()
      if (!opened) return { elements: [], degraded: true }
      return readElements(opened, { deps, ids, scope, signal })
    },

    async activate(id, signal) {
      const opened = await session()
      const reference = opened && ids.find(id)
      if (!reference) throw gone(id)
      await activate(new ObjectReader(opened.bus, signal), { id, reference, click: deps.click, signal })
    },

    async insert(text, { replace = false, signal } = {}) {
      const opened = await session()
      // Only where it is sure that this is what has the keyboard too.
      const isSure = ((await deps.activeWindow())?.processId ?? null) !== null
      const object = opened && isSure ? await findFocused(opened, deps, signal) : null
      if (!opened || !object || !takesText(object)) return null
      const reader = new ObjectReader(opened.bus, signal)
      const isHidden = object.role === PASSWORD
      const inserted = await insertAtCaret(reader, object.reference, { text, isHidden, replace })
      return inserted === 'refused' ? null : { verified: inserted === 'taken' }
    },

    close() {
      void opening?.then((opened) => opened?.bus.close())
      opening = undefined
    },
  }
}

async function open(deps: AccessibilityDeps): Promise<Session | null> {
  const bus = await connectAccessibilityBus(deps)
  if (!bus) return null
  const focus = new FocusWatch()
  try {
    await focus.start(bus)
  } catch (error) {
    deps.log.warn({ err: error }, "Can't follow the focus.")
  }
  await askApplicationsToTell(deps.sessionAddress, deps.log)
  return { bus, focus }
}

/** The one that was told of last, if it still has the focus in the window in front; else it is searched for there. */
async function findFocused(
  { bus, focus }: Session,
  { activeWindow }: AccessibilityDeps,
  signal?: AbortSignal,
): Promise<FoundObject | null> {
  const reader = new ObjectReader(bus, signal)
  const processId = (await activeWindow())?.processId ?? null
  const { last } = focus
  // Some desktops do not tell whose window is in front; then the word of the application has to do.
  if (last && (processId === null || (await reader.processOf(last.owner)) === processId)) {
    const facts = await reader.facts(last).catch(() => null)
    if (facts?.states.includes('focused')) return { ...facts, reference: last, window: null }
  }
  if (processId === null) return null
  let found: FoundObject | null = null
  const applications = await applicationsOf(reader, processId)
  await searchObjects(reader, applications, {
    maxObjects: MAX_OBJECTS,
    visit(object) {
      if (!object.states.includes('focused') || object.role === 'frame') return descent(object)
      found = object
      // A page says that it has the focus also when a field in it has.
      return /^document|^embedded|panel|pane$/.test(object.role) ? 'go_on' : 'stop'
    },
  })
  return found
}

interface Reading {
  readonly deps: AccessibilityDeps
  readonly ids: ElementIds
  readonly scope: 'window' | 'desktop'
  readonly signal: AbortSignal | undefined
}

async function readElements({ bus }: Session, { deps, ids, scope, signal }: Reading): Promise<ElementList> {
  const limit = AbortSignal.any([AbortSignal.timeout(READING_MS), ...(signal ? [signal] : [])])
  const reader = new ObjectReader(bus, limit)
  const start = scope === 'desktop' ? await reader.children(registry) : await frontWindow(reader, deps)
  const objects: FoundObject[] = []
  const whole = await searchObjects(reader, start, {
    maxObjects: MAX_OBJECTS,
    visit(object) {
      if (isWorthTelling(object)) objects.push(object)
      return objects.length >= MAX_ELEMENTS ? 'stop' : descent(object)
    },
  })
  signal?.throwIfAborted()
  const elements = await Promise.all(objects.map((object) => elementOf(object, { ids, reader })))
  const insides = objects.filter(({ role }) => role !== 'frame' && role !== 'application')
  return { elements, degraded: !whole || insides.length === 0 }
}

/** The windows in front of the application whose window is active; all of its when none says that it is. */
async function frontWindow(
  reader: ObjectReader,
  { activeWindow }: AccessibilityDeps,
): Promise<ObjectReference[]> {
  const processId = (await activeWindow())?.processId ?? null
  const applications = await applicationsOf(reader, processId)
  const windows = (
    await Promise.all(applications.map((each) => reader.children(each).catch((): ObjectReference[] => [])))
  ).flat()
  const states = await Promise.all(windows.map((each) => reader.states(each).catch((): string[] => [])))
  const active = windows.filter((_, index) => states[index]!.includes('active'))
  return active.length > 0 || processId === null ? active : windows
}

/** All of them where it is not known whose window is in front. */
async function applicationsOf(reader: ObjectReader, processId: number | null): Promise<ObjectReference[]> {
  const applications = await reader.children(registry)
  if (processId === null) return applications
  const processes = await Promise.all(applications.map(({ owner }) => reader.processOf(owner)))
  return applications.filter((_, index) => processes[index] === processId)
}

/** What is not shown has nothing shown inside; applications as such are never "shown". */
function descent({ role, states }: FoundObject): 'go_on' | 'no_children' {
  return role === 'application' || states.includes('showing') ? 'go_on' : 'no_children'
}

function isWorthTelling({ role, name, states, area, interfaces }: FoundObject): boolean {
  if (role === 'application' || !states.includes('showing') || area === null) return false
  if (plainRoles.has(role)) return false
  return (
    name !== '' ||
    states.includes('focusable') ||
    interfaces.includes('EditableText') ||
    interfaces.includes('Text')
  )
}

function takesText({ states, interfaces }: FoundObject): boolean {
  return !states.includes('read_only') && interfaces.includes('EditableText') && interfaces.includes('Text')
}

async function elementOf(
  { reference, role, name, states, area, interfaces, window }: FoundObject,
  { ids, reader }: { ids: ElementIds; reader: ObjectReader },
): Promise<AccessibleElement> {
  const isPassword = role === PASSWORD
  // What somebody types into a password field is nobody's business, not even when it comes as dots.
  const readable = interfaces.includes('Text') && !isPassword
  const text = readable ? await reader.text(reference).catch(() => null) : null
  const isEditable =
    !states.includes('read_only') &&
    (states.includes('editable') || (interfaces.includes('EditableText') && editableRoles.has(role)))
  const id = ids.idOf(reference)
  return {
    id,
    role,
    name,
    text: isEditable || text !== name ? text : null,
    states,
    area,
    isPassword,
    isEditable,
    window,
  }
}
