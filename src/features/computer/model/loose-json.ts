/**
 * The one JSON object in a text, though it be in a fence or a little broken; undefined when there is none. One without its
 * end was cut off: what is missing could be anything, so it is none.
 */
export async function looseObject(text: string): Promise<Record<string, unknown> | undefined> {
  const fenced = /```(?:json)?\s*([^]*?)```/.exec(text)?.[1] ?? text
  const from = fenced.indexOf('{')
  const to = fenced.lastIndexOf('}')
  if (from === -1 || to < from) return undefined
  const part = fenced.slice(from, to + 1)
  const whole = parsed(part)
  if (whole) return whole
  const { jsonrepair } = await import('jsonrepair')
  try {
    return parsed(jsonrepair(part))
  } catch {
    return undefined
  }
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
