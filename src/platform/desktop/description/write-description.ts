import { countOf } from '../../../contract/text/counts.ts'
import type { AccessibleElement, ActiveWindow, Area, Point } from '../desktop-driver.ts'
import { isEmptyCell, isInView, type ScreenDescription } from './describe-screen.ts'
import { toldStates } from './what-is-at.ts'

export interface WritingOptions {
  readonly maxElements?: number
  readonly maxCharacters?: number
  /** Where a place of the desktop is for who reads, as in a smaller picture; as it is when left out. */
  readonly place?: (point: Point) => Point
}

const MAX_ELEMENTS = 200
const MAX_CHARACTERS = 12_000
const MAX_WORDS = 160
const MAX_OPTIONS = 12

/** The description for a model that reads: a line for each window and element, and one for what is left out. */
export function writeDescription(
  { windows, front, elements, degraded, left, silent }: ScreenDescription,
  {
    maxElements = MAX_ELEMENTS,
    maxCharacters = MAX_CHARACTERS,
    place = (point) => point,
  }: WritingOptions = {},
): string {
  const told = elements.filter((element) => element.role !== 'frame' && !isEmptyCell(element))
  const lines = [
    ...windows.map((window) => windowLine(window, window.id === front?.id, place)),
    ...(told.length > 0 ? ['Elements, with the middle of each:'] : []),
  ]
  let room = maxCharacters - lines.join('\n').length
  const written: string[] = []
  for (const element of told.slice(0, maxElements)) {
    const line = elementLine(element, place)
    if (room < line.length + 1) break
    room -= line.length + 1
    written.push(line)
  }
  const omitted = told.length - written.length + left
  return [...lines, ...written, ...notes({ omitted, degraded, silent, told: told.length }, place)].join('\n')
}

export function elementLine(
  element: AccessibleElement,
  place: (point: Point) => Point = (point) => point,
): string {
  const { id, role, name, text, states, options, isPassword } = element
  const called = name.trim() === '' ? '' : ` "${oneLine(name)}"`
  const holds = isPassword || text === null || text === '' || text === name ? '' : ` = "${oneLine(text)}"`
  const offers = options ? ` [${optionsInWords(options)}]` : ''
  return `[${id}] ${roleInWords(element, role)}${called}${holds}${offers}${marksOf(states)}${placeOf(element, place)}`
}

/** What a toolkit calls static is text to everybody else. */
function roleInWords({ isPassword, isEditable }: AccessibleElement, role: string): string {
  if (isPassword) return 'password field'
  if (role === 'static') return 'text'
  return role === 'text' && isEditable ? 'text field' : role
}

function marksOf(states: readonly string[]): string {
  const isOff = !states.includes('enabled') && !states.includes('sensitive')
  const marks = [...states.filter((state) => toldStates.has(state)), ...(isOff ? ['disabled'] : [])]
  return marks.length > 0 ? ` (${marks.join(', ').replaceAll('_', ' ')})` : ''
}

function placeOf(element: AccessibleElement, place: (point: Point) => Point): string {
  if (element.area && isInView(element)) {
    const { x, y } = place(middleOf(element.area))
    return ` at ${x}, ${y}`
  }
  return element.states.includes('showing') ? '' : ', out of view'
}

export function middleOf({ x, y, width, height }: Area): Point {
  return { x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) }
}

function optionsInWords(options: readonly string[]): string {
  const more = options.length > MAX_OPTIONS ? [`… ${options.length - MAX_OPTIONS} more`] : []
  return [...options.slice(0, MAX_OPTIONS).map((option) => oneLine(option)), ...more].join(' | ')
}

function windowLine(
  { title, className, area }: ActiveWindow,
  isFront: boolean,
  place: (point: Point) => Point,
): string {
  const at = area ? `, ${placed(area, place)}` : ', not shown'
  return `Window "${oneLine(title)}" of ${className || 'an unknown program'}${at}${isFront ? ', in front' : ''}`
}

function placed({ x, y, width, height }: Area, place: (point: Point) => Point): string {
  const from = place({ x, y })
  const to = place({ x: x + width - 1, y: y + height - 1 })
  return `from ${from.x}, ${from.y} to ${to.x}, ${to.y}`
}

function notes(
  {
    omitted,
    degraded,
    silent,
    told,
  }: {
    readonly omitted: number
    readonly degraded: boolean
    readonly silent: readonly Area[]
    readonly told: number
  },
  place: (point: Point) => Point,
): string[] {
  const areas = silent.map((area) => placed(area, place))
  return [
    ...(omitted > 0
      ? [`Left out: ${countOf(omitted, 'element')}. FIND_ON_SCREEN finds them by their words.`]
      : []),
    ...(areas.length > 0
      ? [`Nothing is told of what is ${areas.join(' and ')}: take a screenshot to see it.`]
      : []),
    ...(degraded
      ? [
          told === 0
            ? 'The application tells nothing about itself: take a screenshot to see it.'
            : 'The application tells only a part of what it shows: a screenshot has the rest.',
        ]
      : []),
  ]
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > MAX_WORDS ? `${line.slice(0, MAX_WORDS - 1)}…` : line
}
