import { setTimeout as sleep } from 'node:timers/promises'
import type {
  AccessibleElement,
  ActiveWindow,
  Area,
  DescribeOptions,
  DesktopDriver,
} from '../desktop-driver.ts'

const APPEARS_MS = 1_500
const LOOK_EVERY_MS = 150

/** What is on the screen, in words, without a picture. */
export interface ScreenDescription {
  /** Those above first; only the one in front where the desktop tells of no others. */
  readonly windows: readonly ActiveWindow[]
  readonly front: ActiveWindow | null
  /** In reading order; what is outside of the view comes last. */
  readonly elements: readonly AccessibleElement[]
  readonly degraded: boolean
  /** How many elements there are beyond these. */
  readonly left: number
  /** Large parts of the windows of which nothing is told. */
  readonly silent: readonly Area[]
}

/** The ids in it are over with the next description for the same reader. */
export async function describeScreen(
  driver: Pick<DesktopDriver, 'describeElements' | 'windows' | 'activeWindow'>,
  options: DescribeOptions,
  signal?: AbortSignal,
): Promise<ScreenDescription> {
  const [front, all, list] = await Promise.all([
    driver.activeWindow(),
    driver.windows?.() ?? [],
    driver.describeElements(options, signal),
  ])
  const windows = all.length === 0 && front ? [front] : all
  const { elements, degraded, left = 0, silent = [] } = list
  return { windows, front, elements, degraded, left, silent }
}

/**
 * The same for who looks for something: a page that is just being loaded, or a dialog on its way, is looked at again until
 * it has it, or enough time has gone by.
 */
export async function describeUntil(
  driver: Parameters<typeof describeScreen>[0],
  { has, ...options }: DescribeOptions & { readonly has: (description: ScreenDescription) => boolean },
  signal?: AbortSignal,
): Promise<ScreenDescription> {
  const until = performance.now() + APPEARS_MS
  for (;;) {
    const description = await describeScreen(driver, options, signal)
    if (has(description) || performance.now() > until) return description
    await sleep(LOOK_EVERY_MS, undefined, { signal })
  }
}

/** A sheet is mostly empty: its cells can be found by their names, and are not read out. */
export function isEmptyCell({ role, text, states }: AccessibleElement): boolean {
  return role === 'table cell' && text === '' && !states.includes('focused')
}

/** Whether it can be seen without scrolling or opening something. */
export function isInView({ states, area }: Pick<AccessibleElement, 'states' | 'area'>): boolean {
  return area !== null && (states.length === 0 || states.includes('showing'))
}
