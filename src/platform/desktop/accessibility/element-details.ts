import type { AccessibleElement } from '../desktop-driver.ts'
import type { FoundObject } from './element-search.ts'
import type { ObjectReader, ObjectReference } from './object-reader.ts'
import { editableRoles, PASSWORD, textRoles, valueRoles, wordRoles } from './roles.ts'

const MAX_OPTIONS = 60
/** Where a page has something else among its words. */
const EMBEDDED = /\uFFFC/g

/** An object as it is told to who asks: its label for its name, and what it holds. */
export async function elementOf(
  object: Omit<FoundObject, 'parent' | 'index'>,
  { id, reader }: { readonly id: string; readonly reader: ObjectReader },
): Promise<AccessibleElement> {
  const { role, states, area, window } = object
  const isPassword = role === PASSWORD
  const isEditable = await takesWords(reader, object)
  const choice = role === 'combo box' ? await choiceOf(reader, object) : null
  const [name, held] = await Promise.all([
    // A box without a name of its own goes by that of what is chosen.
    nameOf(reader, choice?.chosen === object.name ? { ...object, name: '' } : object, isEditable),
    // What somebody types into a password field is nobody's business, not even when it comes as dots.
    isPassword ? null : heldBy(reader, object, isEditable),
  ])
  const text = choice?.chosen ?? held
  return {
    id,
    role,
    name,
    text: isEditable || choice || text !== name ? text : null,
    states,
    area,
    isPassword,
    isEditable,
    window,
    ...(choice && choice.options.length > 0 && { options: choice.options }),
  }
}

async function takesWords(
  reader: ObjectReader,
  { reference, role, states }: Pick<FoundObject, 'reference' | 'role' | 'states'>,
): Promise<boolean> {
  if (states.includes('read_only')) return false
  // Inside of what can be edited, every word says so of itself.
  if (states.includes('editable')) return !wordRoles.has(role)
  if (!editableRoles.has(role)) return false
  return (await reader.interfaces(reference).catch((): string[] => [])).includes('EditableText')
}

/** Its own name, else that of its label, else the hint that appears when the pointer rests on it. */
async function nameOf(
  reader: ObjectReader,
  { reference, role, name, description, states }: Omit<FoundObject, 'parent' | 'index'>,
  isEditable: boolean,
): Promise<string> {
  if (name.trim() !== '') return name
  if (isEditable || states.includes('focusable') || role === 'combo box') {
    const labels = await reader.labels(reference).catch((): string[] => [])
    if (labels.length > 0) return labels.join(' ').trim()
  }
  return description
}

async function heldBy(
  reader: ObjectReader,
  { reference, role, name }: Omit<FoundObject, 'parent' | 'index'>,
  isEditable: boolean,
): Promise<string | null> {
  if (valueRoles.has(role)) {
    const value = await reader.value(reference).catch(() => null)
    if (value !== null) return String(Number(value.toPrecision(12)))
  }
  // Words that have a name have said all with it.
  if (!isEditable && (!textRoles.has(role) || name !== '')) return null
  const text = await reader.text(reference).catch(() => null)
  return text?.replaceAll(EMBEDDED, ' ') ?? null
}

interface Choice {
  readonly options: readonly string[]
  readonly chosen: string | null
}

/** What a box offers lies in a menu or a list inside of it, also while that is closed. */
async function choiceOf(
  reader: ObjectReader,
  { reference, name }: Pick<FoundObject, 'reference' | 'name'>,
): Promise<Choice | null> {
  const found = await optionsOf(reader, reference).catch((): Option[] => [])
  if (found.length === 0) return null
  const options = found.map((option) => option.name)
  const chosen = found.find(({ isChosen }) => isChosen)?.name ?? (options.includes(name) ? name : null)
  return { options, chosen }
}

export interface Option {
  readonly reference: ObjectReference
  readonly name: string
  readonly isChosen: boolean
}

const optionRole = /item|option|cell|button$/

export async function optionsOf(
  reader: ObjectReader,
  box: ObjectReference,
  most = MAX_OPTIONS,
): Promise<Option[]> {
  const found: Option[] = []
  let level = [box]
  for (let depth = 0; depth < 4 && level.length > 0 && found.length === 0; depth += 1) {
    const below = (await Promise.all(level.map((each) => firstChildren(reader, each, most)))).flat()
    const looked = await Promise.all(below.map((each) => optionAt(reader, each)))
    found.push(...looked.flatMap((each) => each.option ?? []))
    level = looked.filter(({ option }) => option === null).map(({ reference }) => reference)
  }
  return found.slice(0, most)
}

async function firstChildren(
  reader: ObjectReader,
  of: ObjectReference,
  most: number,
): Promise<ObjectReference[]> {
  const { childCount } = await reader.glance(of)
  if (childCount <= 0) return []
  if (childCount <= most) return reader.children(of)
  const all = Array.from({ length: most }, (_, index) => reader.childAt(of, index))
  return (await Promise.all(all)).filter((each) => each !== null)
}

async function optionAt(
  reader: ObjectReader,
  reference: ObjectReference,
): Promise<{ reference: ObjectReference; option: Option | null }> {
  const [role, { name, states }] = await Promise.all([reader.role(reference), reader.glance(reference)])
  if (!optionRole.test(role) || name === '') return { reference, option: null }
  return { reference, option: { reference, name, isChosen: states.includes('selected') } }
}
