import { countOf } from '../../../contract/text/counts.ts'
import { placeInPicture, type CoordinateSpace } from '../../../platform/desktop/coordinates.ts'
import type {
  AccessibleElement,
  Area,
  DesktopDriver,
  Frame,
} from '../../../platform/desktop/desktop-driver.ts'
import {
  describeScreen,
  describeUntil,
  type ScreenDescription,
} from '../../../platform/desktop/description/describe-screen.ts'
import {
  findElements,
  hasWords,
  searchElements,
} from '../../../platform/desktop/description/find-elements.ts'
import {
  elementLine,
  middleOf,
  writeDescription,
} from '../../../platform/desktop/description/write-description.ts'
import { asData } from '../untrusted.ts'
import type { ActionArgs } from './vocabulary.ts'

/** Whose ids of elements they are. A task forgets those of the one before. */
export const READER = 'computer_task'
export const SCREEN_SOURCE = 'accessibility'

const MAX_FOUND = 20

interface Looking {
  readonly driver: DesktopDriver
  /** The picture in which the model sees them. */
  readonly frame: Frame
  readonly space: CoordinateSpace
  readonly signal: AbortSignal
}

export interface ToldScreen {
  readonly outcome: string
  readonly data: string
}

/** The windows and elements, with places as in the picture. */
export async function tellScreen(
  { scope = 'window' }: ActionArgs<'READ_SCREEN'>,
  { driver, frame, space, signal }: Looking,
): Promise<ToldScreen> {
  const screen = await describeScreen(driver, { scope, reader: READER }, signal)
  const elements = screen.elements.map((element) => inPicture(element, frame.area))
  const place = (point: { readonly x: number; readonly y: number }) => placeInPicture(point, frame, space)
  return {
    outcome: `Read ${countOf(elements.length, 'element')}.`,
    data: asData(writeDescription({ ...screen, elements }, { place }), SCREEN_SOURCE),
  }
}

/** Those elements that have certain words, also where they are not in view. */
export async function tellFound(
  { text }: ActionArgs<'FIND_ON_SCREEN'>,
  { driver, frame, space, signal }: Looking,
): Promise<ToldScreen> {
  const wanted = { scope: 'window', reader: READER, beyond: hasWords(text) } as const
  const fitting = ({ elements }: ScreenDescription) => searchElements(elements, { text })
  const screen = await describeUntil(driver, { ...wanted, has: (now) => fitting(now).length > 0 }, signal)
  const found = fitting(screen)
  const lineOf = (element: AccessibleElement) =>
    elementLine(inPicture(element, frame.area), (point) => placeInPicture(point, frame, space))
  if (found.length > 0) {
    const lines = found.slice(0, MAX_FOUND).map(lineOf)
    const more = found.length > lines.length ? [`… and ${found.length - lines.length} more.`] : []
    return {
      outcome: `Found ${countOf(found.length, 'element')}.`,
      data: asData([...lines, ...more].join('\n'), SCREEN_SOURCE),
    }
  }
  const near = findElements(screen.elements, { text }).near.map(lineOf)
  const doubt = screen.degraded ? ['The application tells little of itself: look at the screenshot.'] : []
  const told = near.length > 0 ? ['What is called nearly so:', ...near] : ['Nothing is called nearly so.']
  return {
    outcome: 'Found nothing with these words.',
    data: asData([...told, ...doubt].join('\n'), SCREEN_SOURCE),
  }
}

/** What the picture does not show has no place in it. */
function inPicture(element: AccessibleElement, shown: Area): AccessibleElement {
  if (element.area === null) return element
  const { x, y } = middleOf(element.area)
  const isShown = x >= shown.x && y >= shown.y && x < shown.x + shown.width && y < shown.y + shown.height
  return isShown ? element : { ...element, area: null }
}
