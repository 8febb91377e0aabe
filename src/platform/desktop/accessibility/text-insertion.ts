import { AppError } from '../../../contract/errors.ts'
import { BusError } from '../../dbus/bus.ts'
import { listOf, numberOf, textOf } from '../../dbus/value.ts'
import { selectionOf } from './focused-field.ts'
import type { ObjectReader, ObjectReference } from './object-reader.ts'

/** Reads and changes a text field, as far as it is needed here. */
export type FieldReader = Pick<ObjectReader, 'call' | 'property'>

/** What came of it: `unseen` when the field was told to take the text and does not answer whether it has. */
export type Insertion = 'taken' | 'unseen' | 'refused'

export interface InsertedText {
  readonly text: string
  /** Of a password, which the field shows to nobody. */
  readonly isHidden: boolean
  /** Instead of all that stands there, and not only of what is selected. */
  readonly replace: boolean
}

/**
 * Puts text where the caret is, over what is selected, as typing would. Nothing is changed when it is refused, so that the
 * text may come by another way.
 */
export async function insertAtCaret(
  reader: FieldReader,
  field: ObjectReference,
  { text, isHidden, replace }: InsertedText,
): Promise<Insertion> {
  const isQt = (await toolkitOf(reader, field)).toLowerCase().startsWith('qt')
  const before = await characterCount(reader, field)
  const selected = replace ? { start: 0, end: before } : await selectionOf(reader, field)
  // GTK counts bytes here and Qt its own 16-bit units; to count characters loses the last ones in both.
  const length = isQt ? text.length : Buffer.byteLength(text)
  const expected = isQt ? text.length : Array.from(text).length
  try {
    // Behind what is selected, which goes only when the text is there.
    if (!(await insert(reader, field, [selected.end, text, length]))) return 'refused'
    const added = (await characterCount(reader, field)) - before
    const place = { start: selected.end, end: selected.end + added }
    // What a password field holds it shows to nobody, so that it took all of it must be enough.
    if (added !== expected || !(isHidden || (await textIn(reader, field, place)) === text)) {
      // A field that takes only a part, or something else, gets the text by another way, and not twice.
      if (added > 0) await deleteText(reader, field, place)
      return 'refused'
    }
    if (selected.end > selected.start) await deleteText(reader, field, selected)
    await moveCaret(reader, field, selected.start + added)
    return 'taken'
  } catch (error) {
    // The application may only be slow: the text by another way as well could then stand there twice.
    if (error instanceof AppError) return 'unseen'
    throw error
  }
}

/** False when the application refuses. That it does not answer says nothing. */
async function insert(
  reader: FieldReader,
  field: ObjectReference,
  args: readonly [number, string, number],
): Promise<boolean> {
  try {
    const [taken] = await reader.call(field, 'EditableText.InsertText', ['isi', args])
    return taken === true
  } catch (error) {
    if (error instanceof BusError) return false
    throw error
  }
}

interface Range {
  readonly start: number
  readonly end: number
}

async function textIn(reader: FieldReader, field: ObjectReference, { start, end }: Range): Promise<string> {
  const [there] = await reader.call(field, 'Text.GetText', ['ii', [start, end]])
  return textOf(there)
}

async function deleteText(reader: FieldReader, field: ObjectReference, { start, end }: Range): Promise<void> {
  await reader.call(field, 'EditableText.DeleteText', ['ii', [start, end]])
}

async function characterCount(reader: FieldReader, field: ObjectReference): Promise<number> {
  return numberOf(await reader.property(field, 'Text.CharacterCount'))
}

async function moveCaret(reader: FieldReader, field: ObjectReference, offset: number): Promise<void> {
  try {
    await reader.call(field, 'Text.SetCaretOffset', ['i', [offset]])
  } catch {
    // The text is there; where the caret stands is second to that.
  }
}

async function toolkitOf(reader: FieldReader, field: ObjectReference): Promise<string> {
  const [application] = await reader.call(field, 'Accessible.GetApplication')
  const [owner, path] = listOf(application)
  return textOf(
    await reader.property({ owner: textOf(owner), path: textOf(path) }, 'Application.ToolkitName'),
  )
}
