import { isMembers, type JsonSchema } from './json-schema.ts'

/** A text within the limits of its declaration; undefined when an empty one is better left out. */
export function fitText(text: string, schema: JsonSchema): string | undefined {
  const { pattern, format, minLength = 0, maxLength = Infinity } = schema
  if (text.length < minLength) return undefined
  if (format !== undefined) return writings(text).find((writing) => isOfFormat(writing, format)) ?? text
  if (pattern !== undefined) {
    const expression = new RegExp(pattern, 'u')
    return [text, ...writings(text)].find((writing) => expression.test(writing)) ?? text
  }
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…`.toWellFormed() : text
}

/** What a value says as text; undefined for nothing. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) {
    const lines = value.map(textOf).filter((line) => line !== undefined)
    return lines.length > 0 ? lines.join('\n') : undefined
  }
  if (!isMembers(value)) return undefined
  const inner = ['text', 'content', 'value', 'label', 'title', 'name'].find(
    (name) => typeof value[name] === 'string' || typeof value[name] === 'number',
  )
  if (inner !== undefined) return String(value[inner])
  return Object.keys(value).length > 0 ? JSON.stringify(value) : undefined
}

/** The number in "1,234.5", "12 %", "€ 9,90" or "40px"; undefined when there is none or more than one. */
export function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (isMembers(value)) return typeof value['value'] === 'number' ? value['value'] : undefined
  if (typeof value !== 'string' || value.length > 60) return undefined
  const found = /^[^\d+\-.,]*([+-]?\d[\d.,' ]*(?:e[+-]?\d+)?|[+-]?\.\d+)[^\d]*$/i.exec(value.trim())
  if (!found) return undefined
  const number = Number(withDecimalPoint(found[1]!.replaceAll(/[' ]/g, '')))
  return Number.isFinite(number) ? number : undefined
}

function withDecimalPoint(digits: string): string {
  const comma = digits.lastIndexOf(',')
  const point = digits.lastIndexOf('.')
  if (comma < 0) return digits
  const groupsThousands = point > comma || (point < 0 && /^[+-]?\d{1,3}(,\d{3})+$/.test(digits))
  return groupsThousands ? digits.replaceAll(',', '') : digits.replaceAll('.', '').replace(',', '.')
}

/** The ways in which a word, a color or a time may have been meant. */
function writings(text: string): string[] {
  const plain = text.trim()
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(plain)
  const moment = plain.replace(/^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})/, '$1T$2')
  return [
    plain,
    plain.toUpperCase(),
    plain.toLowerCase(),
    moment,
    // A moment without a zone is taken for one in UTC.
    `${moment}Z`,
    `${moment}:00Z`,
    plain.slice(0, 10),
    // Alpha comes first in what some toolkits write.
    plain.replace(/^0x(?:[0-9a-f]{2})?([0-9a-f]{6})$/i, '#$1'),
    `#${plain}`,
    ...(short ? [`#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`] : []),
    // A path has no host to be found at.
    ...(/^[\w-]+(\.[\w-]+)+/.test(plain) ? [`https://${plain}`] : []),
  ]
}

function isOfFormat(text: string, format: string): boolean {
  const expression = {
    date: /^\d{4}-\d{2}-\d{2}$/,
    'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/,
  }[format]
  return expression?.test(text) ?? true
}
