import { numberOf } from '../../dbus/value.ts'
import type { FoundObject } from './element-search.ts'
import { MAX_TEXT_LENGTH, type ObjectReader, type ObjectReference } from './object-reader.ts'

/** What has the keyboard, as far as text goes. */
export interface FocusedField {
  /** null for a password, and for what tells no text or more of it than is read. */
  readonly value: string | null
  /** What of it is marked; empty at the caret when nothing is. */
  readonly selected: { readonly start: number; readonly end: number }
  readonly isPassword: boolean
}

/** null for what holds no text that could be typed. */
export async function readField(
  reader: ObjectReader,
  { reference, role, states }: FoundObject,
): Promise<FocusedField | null> {
  const interfaces = await reader.interfaces(reference)
  // A terminal's text is all that was ever printed in it.
  if (role === 'terminal' || states.includes('read_only') || !interfaces.includes('Text')) return null
  const isPassword = role === 'password text'
  if (!isPassword && !states.includes('editable') && !interfaces.includes('EditableText')) return null
  const selected = await selectionOf(reader, reference)
  // What somebody types into a password field is nobody's business, not even when it comes as dots.
  if (isPassword) return { value: null, selected, isPassword }
  const value = await reader.text(reference)
  return { value: value.length < MAX_TEXT_LENGTH ? value : null, selected, isPassword }
}

/** What is selected; the empty place of the caret when nothing is. */
export async function selectionOf(
  reader: Pick<ObjectReader, 'call' | 'property'>,
  field: ObjectReference,
): Promise<FocusedField['selected']> {
  const [count] = await reader.call(field, 'Text.GetNSelections')
  if (numberOf(count) > 0) {
    const ends = (await reader.call(field, 'Text.GetSelection', ['i', [0]])).map(numberOf)
    return { start: Math.min(...ends), end: Math.max(...ends) }
  }
  const caret = numberOf(await reader.property(field, 'Text.CaretOffset'))
  return { start: caret, end: caret }
}
