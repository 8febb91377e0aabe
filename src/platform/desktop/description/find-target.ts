import { AppError } from '../../../contract/errors.ts'
import type { AccessibleElement, DesktopDriver, Point } from '../desktop-driver.ts'
import { describeUntil, type ScreenDescription } from './describe-screen.ts'
import { findElements, hasWords, searchElements } from './find-elements.ts'
import { elementLine } from './write-description.ts'
import { whatIsAt } from './what-is-at.ts'

/** What is meant: an id of the last description, words, or a place of the desktop. */
export interface Target {
  readonly element?: string | undefined
  readonly text?: string | undefined
  readonly role?: string | undefined
  readonly point?: Point | null
}

export interface FoundTarget {
  /** Null only for a place of which nothing is told. */
  readonly element: AccessibleElement | null
  readonly point: Point | null
}

const MAX_NAMED = 8

/** The one thing that is meant. Several are asked about with their places, and for none it says what comes near. */
export async function findTarget(
  driver: Pick<
    DesktopDriver,
    'describeElements' | 'windows' | 'activeWindow' | 'element' | 'elementAt' | 'windowAt'
  >,
  { element, text, role, point }: Target,
  { reader, signal }: { readonly reader: string; readonly signal?: AbortSignal | undefined },
): Promise<FoundTarget> {
  const ways = [element, text, point ?? undefined].filter((way) => way !== undefined)
  if (ways.length !== 1)
    throw new AppError('invalid_request', 'Give exactly one of element, text, and x with y.')
  if (point) return { point, element: (await whatIsAt(driver, point, { signal })).element }
  if (element !== undefined) return { element: await driver.element(element, signal), point: null }
  return { element: await findByWords(driver, { text: text!, role, reader, signal }), point: null }
}

async function findByWords(
  driver: Parameters<typeof findTarget>[0],
  {
    text,
    role,
    reader,
    signal,
  }: {
    readonly text: string
    readonly role: string | undefined
    readonly reader: string
    readonly signal: AbortSignal | undefined
  },
): Promise<AccessibleElement> {
  const wanted = { scope: 'window', reader, beyond: hasWords(text) } as const
  const has = ({ elements }: ScreenDescription) => searchElements(elements, { text, role }).length > 0
  const { elements, degraded } = await describeUntil(driver, { ...wanted, has }, signal)
  const shown = elements.filter(({ states }) => states.includes('showing'))
  const inView = findElements(shown, { text, role })
  const { matches, near } = inView.matches.length > 0 ? inView : findElements(elements, { text, role })
  if (matches.length === 1) return matches[0]!
  const called = `${role === undefined ? '' : `${role} `}"${text}"`
  if (matches.length > 1)
    throw new AppError(
      'conflict',
      `${matches.length} elements fit ${called}: ${linesOf(matches)}. Name one by its id as element.`,
    )
  const others = near.length > 0 ? ` Near it: ${linesOf(near)}.` : ''
  const doubt = degraded
    ? ' The application tells little about itself: take a screenshot, and give x and y.'
    : ''
  throw new AppError('not_found', `Nothing in the front window is called ${called}.${others}${doubt}`)
}

function linesOf(elements: readonly AccessibleElement[]): string {
  const lines = elements.slice(0, MAX_NAMED).map((element) => elementLine(element))
  const more = elements.length > MAX_NAMED ? [`and ${elements.length - MAX_NAMED} more`] : []
  return [...lines, ...more].join('; ')
}
