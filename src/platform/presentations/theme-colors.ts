import { attribute, childAt } from '../archives/xml-tree.ts'
import type { Presentation } from './presentation.ts'

/** Colours of the theme behind a slide, six hexadecimal digits each, by their names in the theme. */
export type ThemeColors = Readonly<Record<string, string>>

export async function themeColors(presentation: Presentation, slidePart: string): Promise<ThemeColors> {
  const theme = await themeOf(presentation, slidePart)
  if (!theme) return {}
  const { root } = await presentation.pack.xml(theme)
  const scheme = childAt(root, ['themeElements', 'clrScheme'])
  const colors: Record<string, string> = {}
  for (const entry of scheme?.children ?? []) {
    const color = entry.children[0]
    const value = attribute(color, 'lastClr') ?? attribute(color, 'val')
    if (value && /^[0-9a-f]{6}$/i.test(value)) colors[entry.local] = value.toUpperCase()
  }
  return colors
}

export async function themeOf(presentation: Presentation, slidePart: string): Promise<string | undefined> {
  const { pack } = presentation
  const layout = await pack.related(slidePart, 'slideLayout')
  const master = layout && (await pack.related(layout, 'slideMaster'))
  return master && pack.related(master, 'theme')
}

/** The one of two colours that can be read better on a background. */
export function readableOn(background: string, [first, second]: readonly [string, string]): string {
  return contrast(background, first) >= contrast(background, second) ? first : second
}

/** Towards white: 0 is the colour itself, 1 is white. */
export function lighter(color: string, share: number): string {
  return channels(color)
    .map((channel) =>
      Math.round(channel + (255 - channel) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')
    .toUpperCase()
}

/** By the formula of the Web Content Accessibility Guidelines, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker, brighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (brighter! + 0.05) / (darker! + 0.05)
}

function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((channel) => {
    const value = channel / 255
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function channels(color: string): number[] {
  return [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}
