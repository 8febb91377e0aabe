/** Each from 0 to 255. */
export interface Rgb {
  readonly red: number
  readonly green: number
  readonly blue: number
}

/** Hue in degrees, the others in percent. */
export interface Hsl {
  readonly hue: number
  readonly saturation: number
  readonly lightness: number
}

export type ColorFormat = 'hex' | 'rgb' | 'hsl' | 'oklch'

export const COLOR_FORMATS: readonly ColorFormat[] = ['hex', 'rgb', 'hsl', 'oklch']

/** `#3b82f6`, `3b82f6` or `#38f`; undefined when it is no colour. */
export function readHex(text: string): string | undefined {
  const digits = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(text.trim())?.[1]?.toLowerCase()
  if (digits === undefined) return undefined
  return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`
}

export function rgbOf(hex: string): Rgb {
  const at = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16)
  return { red: at(1), green: at(3), blue: at(5) }
}

export function hslOf(hex: string): Hsl {
  const { red, green, blue } = rgbOf(hex)
  const [r, g, b] = [red / 255, green / 255, blue / 255]
  const [max, min] = [Math.max(r, g, b), Math.min(r, g, b)]
  const spread = max - min
  const lightness = (max + min) / 2
  const saturation = spread === 0 ? 0 : spread / (1 - Math.abs(2 * lightness - 1))
  return { hue: hueOf([r, g, b], max, spread), saturation: saturation * 100, lightness: lightness * 100 }
}

function hueOf([r, g, b]: readonly [number, number, number], max: number, spread: number): number {
  if (spread === 0) return 0
  const sixth =
    max === r ? ((g - b) / spread + 6) % 6 : max === g ? (b - r) / spread + 2 : (r - g) / spread + 4
  return sixth * 60
}

export function hexOfHsl({ hue, saturation, lightness }: Hsl): string {
  const [s, l] = [saturation / 100, lightness / 100]
  const channel = (offset: number) => {
    const sector = (offset + hue / 30) % 12
    const value = l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(sector - 3, 9 - sector, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}

/** How a colour is written, ready to be pasted into a style sheet. */
export function colorCode(hex: string, format: ColorFormat): string {
  if (format === 'hex') return hex.toLowerCase()
  if (format === 'rgb') {
    const { red, green, blue } = rgbOf(hex)
    return `rgb(${red} ${green} ${blue})`
  }
  if (format === 'hsl') {
    const { hue, saturation, lightness } = hslOf(hex)
    return `hsl(${Math.round(hue)} ${Math.round(saturation)}% ${Math.round(lightness)}%)`
  }
  const { lightness, chroma, hue } = oklchOf(hex)
  return `oklch(${cut(lightness, 3)} ${cut(chroma, 3)} ${cut(hue, 1)})`
}

interface Oklch {
  readonly lightness: number
  readonly chroma: number
  readonly hue: number
}

/** By the matrices of the CSS Color specification. */
function oklchOf(hex: string): Oklch {
  const { red, green, blue } = rgbOf(hex)
  const [r, g, b] = [linear(red), linear(green), linear(blue)]
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const middle = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const lightness = 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short
  const redness = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short
  const yellowness = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short
  const chroma = Math.hypot(redness, yellowness)
  // A grey has no hue; what is left there is rounding.
  const hue = chroma < 0.0005 ? 0 : ((Math.atan2(yellowness, redness) * 180) / Math.PI + 360) % 360
  return { lightness, chroma, hue }
}

/** How well text can be read on a ground, from 1 to 21, as WCAG measures it. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const { red, green, blue } = rgbOf(hex)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: number): number {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function cut(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}
