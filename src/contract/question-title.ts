import type { AnyTool } from './tool.ts'
import { excerptOf, visibleText } from './visible-text.ts'

const MAX_LENGTH = 80
/** Of a path every part counts: who says yes must see the whole of it. */
const MAX_PATH_LENGTH = 300

type Asking = Pick<AnyTool, 'title' | 'params' | 'actOf'>

/** What is asked in a few words: what would be done, and to what. Several open questions must not look alike. */
export function questionTitle(tool: Asking, args: Readonly<Record<string, unknown>>): string {
  return `${actTitle(tool, args)}?`
}

/** The same as words of a list. */
export function actTitle({ title, params, actOf }: Asking, args: Readonly<Record<string, unknown>>): string {
  if (actOf) {
    const { verb, subject, rest } = actOf(args)
    const named = textOf(subject)
    const parts = [verb, named === undefined ? undefined : `“${named}”`, textOf(rest)]
    return parts.filter((part) => part !== undefined).join(' ')
  }
  const required = (params as { readonly required?: readonly string[] }).required ?? []
  const subject = required
    // An id says nothing to a person; the message and the arguments tell which one it is.
    .filter((name) => !name.endsWith('_id'))
    .map((name) => textOf(args[name]))
    .find((text) => text !== undefined)
  return subject === undefined ? title : `${title} “${subject}”`
}

function textOf(value: unknown): string | undefined {
  const text =
    Array.isArray(value) && value.every((item) => typeof item === 'string') ? value.join(', ') : value
  if (typeof text !== 'string' || text.trim() === '') return undefined
  const shown = visibleText(text).trim().replaceAll(/\s+/g, ' ')
  return excerptOf(shown, /^[~/]/.test(shown) ? MAX_PATH_LENGTH : MAX_LENGTH)
}
