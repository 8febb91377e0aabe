import { sentenceBeside, type Envelope } from '../../../contract/envelope.ts'
import { cutInTheMiddle } from './history/token-room.ts'

/** Text that somebody else wrote, between marks that it cannot know and so cannot close. */
export function asData(text: string, { source, mark }: { source: string; mark: string }): string {
  const name = source.replaceAll(/[\s"<>]+/g, ' ').slice(0, 200)
  return `<${mark} source="${name}">\n${text.replaceAll(mark, '')}\n</${mark}>`
}

export interface Telling {
  /** Who found it: the name of the tool. */
  readonly source: string
  /** Whether strangers may have written what was read. */
  readonly isUntrusted: boolean
  readonly characters: number
  readonly mark: string
}

/**
 * What a model gets of a tool's result: plain text, for JSON inside of JSON costs a third more. A failure is told by the
 * service itself, so it stands outside of the marks and may be acted on.
 */
export function resultForModel(
  { success, message, data }: Envelope,
  { source, isUntrusted, characters, mark }: Telling,
): string {
  const found = success ? data : foundBy(data)
  if (found === undefined)
    return cutInTheMiddle(`Failed: ${message}${issuesOf({ message, data })}`, characters)
  const { rest, raw } = splitData(found)
  // Some tools show what they found in their sentence as well.
  const said = (success ? '' : 'Failed: ') + sentenceBeside({ message, data: found })
  const told = (...parts: string[]) =>
    cutInTheMiddle(parts.filter((part) => part !== '').join('\n'), characters)
  if (!isUntrusted) return told(said, rest, raw)
  if (success) return asData(told(said, rest, raw), { source, mark })
  return `${said}\n${asData(told(rest, raw), { source, mark })}`
}

/** What a tool found that ran to its end and failed. */
function foundBy(data: unknown): object | undefined {
  const { error, confirmation: _, ...found } = (data ?? {}) as { error?: unknown; confirmation?: unknown }
  return error !== undefined && Object.keys(found).length > 0 ? found : undefined
}

/** The code of a failure, and what is wrong as far as the sentence does not tell it. */
function issuesOf({ message, data }: Pick<Envelope, 'message' | 'data'>): string {
  const { error } = (data ?? {}) as { error?: { code?: string; issues?: readonly { message?: string }[] } }
  const untold = error?.issues?.filter((issue) => !message.includes(issue.message ?? '\n')) ?? []
  const issues = untold.length === 0 ? '' : ` ${JSON.stringify(untold)}`
  return error?.code === undefined ? issues : ` (${error.code})${issues}`
}

/** From this length on a text is easier to read as it is than inside of JSON. */
const LONG_TEXT = 200

/** The longest text stands by itself, as it is; the rest is JSON. */
function splitData(data: unknown): { rest: string; raw: string } {
  if (data === null || data === undefined) return { rest: '', raw: '' }
  if (typeof data !== 'object' || Array.isArray(data)) return { rest: JSON.stringify(data), raw: '' }
  const texts = Object.entries(data).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].length >= LONG_TEXT,
  )
  const longest = texts.toSorted((one, other) => other[1].length - one[1].length)[0]
  if (!longest) return { rest: JSON.stringify(data), raw: '' }
  const [name, raw] = longest
  return { rest: JSON.stringify({ ...data, [name]: '(below)' }), raw }
}
