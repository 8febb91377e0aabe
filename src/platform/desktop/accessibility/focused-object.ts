import type { Bus } from '../../dbus/bus.ts'
import type { ActiveWindow } from '../desktop-driver.ts'
import { frontWindows, type WindowSource } from './application-windows.ts'
import { searchObjects, type FoundObject } from './element-search.ts'
import type { FocusWatch } from './focus-watch.ts'
import { ObjectReader } from './object-reader.ts'

const MAX_OBJECTS = 3_000
/** A page says that it has the focus also when a field in it has. */
const holdsFocus = /^document|^embedded|panel|pane$/

/** The one that was told of last, if it still has the focus in the window in front; else it is searched for there. */
export async function findFocused(
  {
    bus,
    focus,
    windows,
  }: { readonly bus: Bus; readonly focus: FocusWatch; readonly windows: WindowSource['windows'] },
  activeWindow: () => Promise<ActiveWindow | null>,
  signal?: AbortSignal,
): Promise<FoundObject | null> {
  const reader = new ObjectReader(bus, signal)
  const processId = (await activeWindow())?.processId ?? null
  const { last } = focus
  // Some desktops do not tell whose window is in front; then the word of the application has to do.
  if (last && (processId === null || (await reader.processOf(last.owner)) === processId)) {
    const found = await foundAt(reader, last).catch(() => null)
    if (found?.states.includes('focused')) return found
  }
  if (processId === null) return null
  const found: FoundObject[] = []
  const inFront = await frontWindows({ reader, windows }, activeWindow)
  await searchObjects(reader, inFront, {
    maxObjects: MAX_OBJECTS,
    visit(object) {
      if (!object.states.includes('focused') || object.role === 'frame') return 'go_on'
      found.push(object)
      return holdsFocus.test(object.role) ? 'go_on' : 'stop'
    },
  })
  const object = found.at(-1) ?? null
  // To search a large window again for each question takes longer than to do what was asked for.
  if (object && !holdsFocus.test(object.role)) focus.remember(object.reference, last)
  return object
}

/** An object by itself, of which nobody knows what it lies in. */
export async function foundAt(
  reader: ObjectReader,
  reference: FoundObject['reference'],
  window: string | null = null,
): Promise<FoundObject> {
  const [glance, role, area] = await Promise.all([
    reader.glance(reference),
    reader.role(reference),
    reader.area(reference),
  ])
  return { ...glance, role, area, reference, window, parent: null, index: 0 }
}
