import { listOf, numberOf, textOf } from '../../dbus/value.ts'
import type { ObjectReader, ObjectReference } from './object-reader.ts'

/** Puts text where the caret is, over what is selected, as typing would. False, and nothing changed, when it is not taken. */
export async function insertAtCaret(
  reader: ObjectReader,
  field: ObjectReference,
  { text, isHidden }: { readonly text: string; readonly isHidden: boolean },
): Promise<boolean> {
  const isQt = (await toolkitOf(reader, field)).toLowerCase().startsWith('qt')
  const start = await replaceSelection(reader, field)
  const before = await characterCount(reader, field)
  // GTK counts bytes here and Qt its own 16-bit units; to count characters loses the last ones in both.
  const length = isQt ? text.length : Buffer.byteLength(text)
  const [taken] = await reader.call(field, 'EditableText.InsertText', ['isi', [start, text, length]])
  if (taken !== true) return false
  const expected = isQt ? text.length : Array.from(text).length
  const added = (await characterCount(reader, field)) - before
  // What a password field holds it shows to nobody, so that it took all of it must be enough.
  if (added === expected && (isHidden || (await holds(reader, field, { start, added, text })))) {
    await moveCaret(reader, field, start + added)
    return true
  }
  // A field that takes only a part, or something else, gets the text by another way, and not twice.
  if (added > 0) await reader.call(field, 'EditableText.DeleteText', ['ii', [start, start + added]])
  return false
}

async function holds(
  reader: ObjectReader,
  field: ObjectReference,
  { start, added, text }: { start: number; added: number; text: string },
): Promise<boolean> {
  const [there] = await reader.call(field, 'Text.GetText', ['ii', [start, start + added]])
  return textOf(there) === text
}

/** Deletes what is selected, and says where the text goes. */
async function replaceSelection(reader: ObjectReader, field: ObjectReference): Promise<number> {
  const [count] = await reader.call(field, 'Text.GetNSelections')
  if (numberOf(count) === 0) return numberOf(await reader.property(field, 'Text.CaretOffset'))
  const selected = (await reader.call(field, 'Text.GetSelection', ['i', [0]])).map(numberOf)
  const [start, end] = [Math.min(...selected), Math.max(...selected)]
  if (end > start) await reader.call(field, 'EditableText.DeleteText', ['ii', [start, end]])
  return start
}

async function characterCount(reader: ObjectReader, field: ObjectReference): Promise<number> {
  return numberOf(await reader.property(field, 'Text.CharacterCount'))
}

async function moveCaret(reader: ObjectReader, field: ObjectReference, offset: number): Promise<void> {
  try {
    await reader.call(field, 'Text.SetCaretOffset', ['i', [offset]])
  } catch {
    // The text is there; where the caret stands is second to that.
  }
}

async function toolkitOf(reader: ObjectReader, field: ObjectReference): Promise<string> {
  const [application] = await reader.call(field, 'Accessible.GetApplication')
  const [owner, path] = listOf(application)
  return textOf(
    await reader.property({ owner: textOf(owner), path: textOf(path) }, 'Application.ToolkitName'),
  )
}
