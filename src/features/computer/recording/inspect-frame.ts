import type {
  AccessibleElement,
  ActiveWindow,
  Area,
  DesktopDriver,
  ElementList,
  Frame,
} from '../../../platform/desktop/desktop-driver.ts'
import { UNKNOWN_WINDOW } from '../policy/gate.ts'
import { factsOf, type PictureFacts } from './picture-covers.ts'

export interface Inspected {
  readonly facts: PictureFacts
}

interface Inspecting {
  readonly driver: Pick<DesktopDriver, 'capabilities' | 'readElements' | 'windows'>
  /** Ids of windows that are hidden as a whole. */
  readonly secretWindows: ReadonlySet<string>
  readonly signal: AbortSignal
}

type Told = Pick<ElementList, 'elements'> & { readonly unanswered: readonly (number | null)[] }

/**
 * What the applications tell of a picture that was just taken: where it shows passwords, and which texts stand where. What
 * is not known for sure is hidden as a whole. Throws where nobody knows what that would be.
 */
export async function inspectFrame(
  frame: Frame,
  { driver, secretWindows, signal }: Inspecting,
): Promise<Inspected> {
  const told = await elementsOn(driver, signal)
  const unplaced = told.elements.filter(isUnplaced)
  const isSimple = secretWindows.size === 0 && unplaced.length === 0 && told.unanswered.length === 0
  const screen = new Screen(frame.area, isSimple ? [] : await shownWindows(driver))
  signal.throwIfAborted()
  const hidden = [...told.unanswered.flatMap((id) => screen.ofProcess(id)), ...screen.ofAll(secretWindows)]
  const placed = unplaced.flatMap((one) => screen.titled(one).map((area) => ({ ...one, area })))
  return { facts: factsOf(frame, [...told.elements, ...placed], hidden) }
}

async function elementsOn(driver: Inspecting['driver'], signal: AbortSignal): Promise<Told> {
  if (!driver.capabilities.accessibility) return { elements: [], unanswered: [] }
  const all = await driver.readElements('desktop', signal)
  if ((all.left ?? 0) === 0 && !all.degraded)
    return { elements: all.elements, unanswered: all.unanswered ?? [] }
  // So much is open that not all of it is told: what is in front counts most.
  const front = await driver.readElements('window', signal)
  return {
    elements: [...front.elements, ...all.elements],
    unanswered: [...(front.unanswered ?? []), ...(all.unanswered ?? [])],
  }
}

/** Under Wayland no application knows where it is. */
function isUnplaced({ area, isPassword, name, text }: AccessibleElement): boolean {
  return area === null && (isPassword || `${name}${text ?? ''}`.trim() !== '')
}

/** All windows that can be seen; null where the desktop tells at most of the one in front. */
async function shownWindows(driver: Inspecting['driver']): Promise<readonly ActiveWindow[] | null> {
  return driver.windows ? driver.windows() : null
}

/** Where windows are, and where they may be as far as anybody knows. */
class Screen {
  readonly #whole: Area
  readonly #windows: readonly ActiveWindow[] | null

  constructor(whole: Area, windows: readonly ActiveWindow[] | null) {
    this.#whole = whole
    this.#windows = windows
  }

  /** Of a program that left a question open. */
  ofProcess(processId: number | null): readonly Area[] {
    const windows = this.#windows?.filter((one) => one.processId === processId) ?? []
    if (processId === null || windows.length === 0) throw new Error('Nobody knows what such a program shows.')
    return this.#areas(windows)
  }

  ofAll(ids: ReadonlySet<string>): readonly Area[] {
    if (ids.size === 0) return []
    if (!this.#windows || ids.has(UNKNOWN_WINDOW)) return [this.#whole]
    // One that is not listed is not shown.
    return this.#areas(this.#windows.filter(({ id }) => ids.has(id)))
  }

  /** Of the window that an element is in. */
  titled({ window, isPassword }: AccessibleElement): readonly Area[] {
    const named = this.#windows?.filter(({ title }) => title === window) ?? []
    if (named.length > 0) return this.#areas(named)
    // A window that is not shown has no dots here; any other text may be a secret that is told of under another title.
    return isPassword && this.#windows ? [] : [this.#whole]
  }

  #areas(windows: readonly ActiveWindow[]): readonly Area[] {
    return windows.map(({ area }) => area ?? this.#whole)
  }
}
