import { AppError } from '../../../contract/errors.ts'
import { nearestLines } from './nearest-lines.ts'

export interface TextEdit {
  readonly old: string
  readonly new: string
  readonly all?: boolean
}

const maxNamedLines = 10

/** Applies edits in order; throws at the first that does not match as it must. */
export function applyEdits(
  before: string,
  { edits, path }: { edits: readonly TextEdit[]; path: string },
): { readonly text: string; readonly replacements: number } {
  const lineEnds = lineEndsOf(before)
  let text = before
  let replacements = 0
  for (const [index, edit] of edits.entries()) {
    const [old, now] = [lineEnds(edit.old), lineEnds(edit.new)]
    const name = edits.length === 1 ? 'The text to replace' : `The text of edit ${index + 1}`
    if (old === now) throw new AppError('invalid_request', `${name} is the same as the new text.`)
    const places = placesOf(text, old)
    if (places.length === 0) throw notFound(text, { old, name, path })
    if (places.length > 1 && edit.all !== true) throw ambiguous(text, { places, name, path })
    text = replaceAt(text, { places, length: old.length, now })
    replacements += places.length
  }
  return { text, replacements }
}

/** Where all lines end alike, the edits are meant to end so too, however the caller wrote them. */
function lineEndsOf(text: string): (edit: string) => string {
  const hasWide = text.includes('\r\n')
  if (hasWide && /(?<!\r)\n/.test(text)) return (edit) => edit
  return (edit) => edit.replaceAll(/\r?\n/g, hasWide ? '\r\n' : '\n')
}

function placesOf(text: string, old: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(old); at !== -1; at = text.indexOf(old, at + old.length)) places.push(at)
  return places
}

function replaceAt(
  text: string,
  { places, length, now }: { places: readonly number[]; length: number; now: string },
): string {
  const parts: string[] = []
  let end = 0
  for (const place of places) {
    parts.push(text.slice(end, place), now)
    end = place + length
  }
  return [...parts, text.slice(end)].join('')
}

function notFound(text: string, { old, name, path }: { old: string; name: string; path: string }): AppError {
  const near = nearestLines(text, old)
  const advice = near
    ? `The closest is ${near.from === near.to ? `line ${near.from}` : `lines ${near.from} to ${near.to}`}:\n${near.text}`
    : 'Read the file again and copy the text from there.'
  return new AppError('conflict', `${name} is not in "${path}", so nothing was changed. ${advice}`)
}

function ambiguous(
  text: string,
  { places, name, path }: { places: readonly number[]; name: string; path: string },
): AppError {
  const lines = places.slice(0, maxNamedLines).map((place) => lineAt(text, place))
  const more = places.length > maxNamedLines ? ' and more' : ''
  return new AppError(
    'conflict',
    `${name} is in "${path}" ${places.length} times (lines ${lines.join(', ')}${more}), so nothing was changed. ` +
      'Include more of the surrounding text, or set all to true.',
  )
}

function lineAt(text: string, place: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < place; at = text.indexOf('\n', at + 1)) line += 1
  return line
}
