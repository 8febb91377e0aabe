import type { AccessibleElement, ActiveWindow, DesktopDriver, Point } from '../desktop-driver.ts'

/** What a place of the screen really is, in the words of the desktop and not of whoever points there. */
export interface PlaceFacts {
  readonly window: ActiveWindow | null
  /** Null where the application tells nothing of it, or not in time. */
  readonly element: AccessibleElement | null
}

export interface LookOptions {
  readonly signal?: AbortSignal | undefined
  /** An application that is busy does not hold up who asks for longer. */
  readonly patienceMs?: number
}

const PATIENCE_MS = 700
const MAX_WORDS = 120

/** The window and the element under a place of the desktop. Never fails because an application does not answer. */
export async function whatIsAt(
  driver: Pick<DesktopDriver, 'windowAt' | 'activeWindow' | 'elementAt'>,
  point: Point,
  options: LookOptions = {},
): Promise<PlaceFacts> {
  const [window, element] = await Promise.all([
    driver.windowAt ? driver.windowAt(point) : driver.activeWindow(),
    inTime((signal) => driver.elementAt(point, signal), options),
  ])
  return { window, element }
}

/** The same in words: `push button "Save" in the window "Letter"`. */
export async function describePoint(
  driver: Parameters<typeof whatIsAt>[0],
  point: Point,
  options: LookOptions = {},
): Promise<string> {
  return placeInWords(await whatIsAt(driver, point, options))
}

export function placeInWords({ window, element }: PlaceFacts): string {
  const place = window ? ` in the window "${oneLine(window.title)}"` : ''
  if (element && element.role !== 'frame') return elementInWords(element) + place
  return window ? `something the application says nothing about${place}` : 'the bare desktop'
}

/** `text "Name", which holds "Ada"`; what is in a password field is not told. */
export function elementInWords({ role, name, text, states, isPassword }: AccessibleElement): string {
  const called = name.trim() === '' ? `${role} without a name` : `${role} "${oneLine(name)}"`
  const isOff = !states.includes('enabled') && !states.includes('sensitive')
  const marks = [...states.filter((state) => toldStates.has(state)), ...(isOff ? ['disabled'] : [])]
  const holds = isPassword || text === null || text === name ? '' : `, which holds "${oneLine(text)}"`
  return `${called}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}${holds}`
}

/** What the field with the keyboard holds now, for who has typed; null when nothing tells. */
export async function describeFocusedField(
  driver: Pick<DesktopDriver, 'focusedElement'>,
  options: LookOptions = {},
): Promise<string | null> {
  const field = await inTime(() => driver.focusedElement(), options)
  if (!field?.isEditable) return null
  const called = field.name.trim() === '' ? `The ${field.role}` : `The ${field.role} "${oneLine(field.name)}"`
  if (field.isPassword) return `${called} is a password field.`
  if (field.text === null) return null
  return field.text === '' ? `${called} is empty.` : `${called} now holds "${oneLine(field.text)}".`
}

/** How something stands that is not as usual. */
export const toldStates: ReadonlySet<string> = new Set([
  'focused',
  'checked',
  'indeterminate',
  'selected',
  'pressed',
  'expanded',
  'collapsed',
  'busy',
  'invalid_entry',
  'required',
  'read_only',
  'modal',
])

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > MAX_WORDS ? `${line.slice(0, MAX_WORDS - 1)}…` : line
}

async function inTime<T>(
  look: (signal: AbortSignal) => Promise<T | null>,
  { signal, patienceMs = PATIENCE_MS }: LookOptions,
): Promise<T | null> {
  const late = AbortSignal.timeout(patienceMs)
  const given = Promise.withResolvers<null>()
  const giveUp = () => given.resolve(null)
  late.addEventListener('abort', giveUp, { once: true })
  try {
    const limit = signal ? AbortSignal.any([late, signal]) : late
    return await Promise.race([look(limit).catch(() => null), given.promise])
  } finally {
    late.removeEventListener('abort', giveUp)
    signal?.throwIfAborted()
  }
}
