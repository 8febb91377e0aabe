import type { Area, DesktopDriver, ElementList, Frame } from '../../../platform/desktop/desktop-driver.ts'
import { factsOf, type PictureFacts } from './picture-covers.ts'

export interface Inspected {
  readonly facts: PictureFacts
}

interface Inspecting {
  readonly driver: DesktopDriver
  /** Ids of windows that are hidden as a whole. */
  readonly secretWindows: ReadonlySet<string>
  readonly signal: AbortSignal
}

/** What the applications tell of a picture that was just taken: where it shows passwords, and which texts stand where. */
export async function inspectFrame(
  frame: Frame,
  { driver, secretWindows, signal }: Inspecting,
): Promise<Inspected> {
  const [elements, windows] = await Promise.all([
    elementsOn(driver, signal),
    secretWindows.size === 0 ? [] : areasOf(driver, secretWindows),
  ])
  signal.throwIfAborted()
  return { facts: factsOf(frame, elements, windows) }
}

async function elementsOn(driver: DesktopDriver, signal: AbortSignal): Promise<ElementList['elements']> {
  if (!driver.capabilities.accessibility) return []
  const all = await driver.readElements('desktop', signal)
  if ((all.left ?? 0) === 0) return all.elements
  // So much is open that not all of it is told: what is in front counts most.
  const front = await driver.readElements('window', signal)
  return [...front.elements, ...all.elements]
}

async function areasOf(driver: DesktopDriver, ids: ReadonlySet<string>): Promise<Area[]> {
  const active = await driver.activeWindow()
  const windows = (await driver.windows?.()) ?? (active ? [active] : [])
  return windows.flatMap(({ id, area }) => (ids.has(id) && area ? [area] : []))
}
