import type { Axis, Config, Legend, Spec } from 'vega'
import type { ChartFacts } from './chart-request.ts'
import type { NumberLook } from './number-text.ts'

/** The picture is drawn in units of two pixels, so that it is sharp on today's screens. */
export const pixelsPerUnit = 2
export const chartWidth = 800
const usualHeight = 500

/** What a kind of chart makes of a table: the marks and axes, and the words around them. */
export interface ChartPlan {
  /** For a caller who gave none. */
  readonly title: string
  /** How the rows became what is drawn. */
  readonly subtitle?: string
  readonly height?: number
  readonly body: Pick<Spec, 'data' | 'scales' | 'axes' | 'marks' | 'legends' | 'signals'>
  readonly facts: Pick<ChartFacts, 'x' | 'y' | 'series' | 'drawn'>
  readonly notes?: readonly string[]
}

export function framed(plan: ChartPlan, title: string): Spec {
  const subtitle = plan.subtitle === undefined ? {} : { subtitle: wrapped(plan.subtitle, 110) }
  return {
    width: chartWidth,
    height: plan.height ?? usualHeight,
    padding: { left: 20, right: 24, top: 18, bottom: 16 },
    autosize: { type: 'fit', contains: 'padding' },
    background: '#ffffff',
    title: { text: wrapped(title, 72).map((line) => titleText(line, 72)), ...subtitle },
    config: look,
    ...plan.body,
  }
}

/** An axis of numbers. The signal of that name holds what the numbers have in common. */
export function numberAxis(
  axis: Pick<Axis, 'scale' | 'orient'> & { title: string; look: string; grid?: boolean },
): Axis {
  const { look: signal, grid = true, title, ...place } = axis
  return {
    ...place,
    title: titleText(title, 80),
    grid,
    ticks: !grid,
    domain: !grid,
    tickCount: place.orient === 'bottom' ? 8 : 6,
    labelOverlap: true,
    encode: { labels: { update: { text: { signal: `numberText(datum.value, ${signal})` } } } },
  }
}

export function timeAxis({ title, ...place }: Pick<Axis, 'scale' | 'orient'> & { title: string }): Axis {
  return { ...place, title: titleText(title, 80), tickCount: 8, labelOverlap: true, formatType: 'utc' }
}

export function colorLegend(title: string, names: Keyed): Legend {
  return { fill: 'color', title: titleText(title, 30), symbolType: 'circle', encode: names.encode }
}

/** Places that stand for texts, and the signal that has the texts. */
export interface Keyed {
  readonly keys: string[]
  readonly signal: { readonly name: string; readonly value: Readonly<Record<string, string>> }
  /** For an axis or a legend: shows the texts in place of the keys. */
  readonly encode: { readonly labels: { readonly update: { readonly text: { readonly signal: string } } } }
}

/**
 * Texts of a table never become keys inside of Vega, to which some words, such as __proto__, mean something. The signal's
 * name must be one of ours.
 */
export function keyed(signal: string, texts: readonly string[]): Keyed {
  const keys = texts.map((_, place) => keyOf(place))
  return {
    keys,
    signal: { name: signal, value: Object.fromEntries(texts.map((text, place) => [keyOf(place), text])) },
    encode: { labels: { update: { text: { signal: `${signal}[datum.value]` } } } },
  }
}

export function keyOf(place: number): string {
  return `k${place}`
}

/** The title of an axis or a legend. Vega fails at those that are called like a member of every object. */
export function titleText(text: string, width: number): string {
  const title = shortened(text, width)
  return title in Object.prototype ? `${title}${invisible}` : title
}

const invisible = '\u200b'

export function lookSignal(name: string, value: NumberLook): { name: string; value: NumberLook } {
  return { name, value }
}

/** Lines of about so many narrow characters; what does not fit three lines is cut. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.replaceAll(/\s+/g, ' ').trim().split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && textWidth(longer) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  const all = [...lines, line].map((one) => shortened(one, width))
  return all.length <= 3 ? all : [...all.slice(0, 2), shortened(`${all[2]!} …`, width)]
}

export function shortened(text: string, width: number): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  if (textWidth(plain) <= width) return plain
  let kept = ''
  for (const character of plain) {
    if (textWidth(kept) + textWidth(character) > width - 1) break
    kept += character
  }
  return `${kept.trimEnd()}…`
}

/** Names that begin alike are told apart by their ends. */
export function middleShortened(text: string, width: number): string {
  const characters = Array.from(text)
  if (textWidth(text) <= width) return text
  const half = Math.floor((width - 1) / 2)
  return `${characters.slice(0, half).join('').trimEnd()}…${characters.slice(-half).join('').trimStart()}`
}

/** In characters; those of East Asia are twice as wide. */
export function textWidth(text: string): number {
  let width = 0
  for (const character of text)
    width +=
      /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]|\p{Emoji_Presentation}/u.test(
        character,
      )
        ? 2
        : 1
  return width
}

/** As people write it in a title: `unit_price` is unit price. */
export function spoken(name: string): string {
  return name.replaceAll(/[_\s]+/g, ' ').trim()
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const font = 'DejaVu Sans, sans-serif'
const [ink, softInk, line, grid] = ['#1f2933', '#52606d', '#9aa5b1', '#e4e7eb']

const look: Config = {
  title: {
    font,
    fontSize: 18,
    fontWeight: 'bold',
    color: ink,
    anchor: 'start',
    frame: 'bounds',
    offset: 18,
    subtitleFont: font,
    subtitleFontSize: 11.5,
    subtitleColor: softInk,
    subtitlePadding: 7,
  },
  axis: {
    labelFont: font,
    labelFontSize: 11.5,
    labelColor: softInk,
    labelPadding: 6,
    titleFont: font,
    titleFontSize: 12,
    titleFontWeight: 'normal',
    titleColor: ink,
    titlePadding: 12,
    titleLimit: 460,
    // Beyond this the title would stand on the labels.
    maxExtent: 400,
    domainColor: line,
    tickColor: line,
    gridColor: grid,
  },
  legend: {
    labelFont: font,
    labelFontSize: 11.5,
    labelColor: softInk,
    labelLimit: 170,
    titleFont: font,
    titleFontSize: 11.5,
    titleFontWeight: 'normal',
    titleColor: ink,
    titleLimit: 170,
    symbolSize: 90,
    rowPadding: 5,
    offset: 22,
    gradientLength: 200,
    gradientThickness: 14,
  },
  text: { font, fontSize: 11.5, fill: softInk },
}
