import { expect, test } from 'vitest'
import { AppError } from '../../../contract/errors.ts'
import { BusError } from '../../dbus/bus.ts'
import type { BusValue } from '../../dbus/value.ts'
import { insertAtCaret, type FieldReader } from './text-insertion.ts'

const reference = { owner: ':1.1', path: '/field' }

/** A field as applications have it, with what it does wrong. */
class Field implements FieldReader {
  text: string
  caret: number
  selection: readonly [number, number] | null = null
  /** What happens instead of an answer, by the method. */
  readonly answers = new Map<string, () => BusValue[]>()

  constructor(text: string) {
    this.text = text
    this.caret = text.length
  }

  async call(_of: unknown, method: string, [, body]: readonly [string, readonly BusValue[]] = ['', []]) {
    const done = this.#do(method, body as never)
    return this.answers.get(method)?.() ?? done
  }

  async property(_of: unknown, property: string): Promise<BusValue> {
    if (property === 'Text.CaretOffset') return this.caret
    if (property === 'Text.CharacterCount') return this.text.length
    return 'gtk'
  }

  #do(method: string, [start, end]: [number, number & string]): BusValue[] {
    const cut = (from: number, to: number, put: string) =>
      (this.text = this.text.slice(0, from) + put + this.text.slice(to))
    switch (method) {
      case 'Accessible.GetApplication':
        return [[':1.1', '/application']]
      case 'Text.GetNSelections':
        return [this.selection ? 1 : 0]
      case 'Text.GetSelection':
        return [...this.selection!]
      case 'Text.GetText':
        return [this.text.slice(start, end)]
      case 'EditableText.InsertText':
        cut(start, start, end)
        return [true]
      case 'EditableText.DeleteText':
        cut(start, end, '')
        return [true]
      default:
        this.caret = start
        return [true]
    }
  }
}

const insert = (field: Field, { replace = false } = {}) =>
  insertAtCaret(field, reference, { text: 'new', isHidden: false, replace })
const refuse = (): never => {
  throw new BusError('org.freedesktop.DBus.Error.Failed', 'no')
}
const stayAway = (): never => {
  throw new AppError('unavailable', 'It did not answer.')
}

test('text goes in at the caret, over what is selected', async () => {
  const field = new Field('old words')
  field.selection = [3, 0]
  expect(await insert(field)).toBe('taken')
  expect(field).toMatchObject({ text: 'new words', caret: 3 })
})

test('all that stands there is replaced when that is wanted, whatever is selected', async () => {
  const field = new Field('old words')
  field.selection = [0, 3]
  expect(await insert(field, { replace: true })).toBe('taken')
  expect(field).toMatchObject({ text: 'new', caret: 3 })
})

test('what is selected stays when the text is refused, for the next way replaces it', async () => {
  const field = new Field('old words')
  field.selection = [0, 3]
  const call = field.call.bind(field)
  field.call = async (of, method, args) =>
    method === 'EditableText.InsertText' ? refuse() : call(of, method, args)
  expect(await insert(field)).toBe('refused')
  expect(field.text).toBe('old words')
})

test('what a field takes only in part is taken out again', async () => {
  const field = new Field('')
  const call = field.call.bind(field)
  field.call = async (of, method, args) =>
    method === 'EditableText.InsertText' ? call(of, method, ['isi', [0, 'ne', 2]]) : call(of, method, args)
  expect(await insert(field)).toBe('refused')
  expect(field.text).toBe('')
})

test.each(['EditableText.InsertText', 'Text.GetText'])(
  'an application that does not answer %s is not given the text a second time',
  async (method) => {
    const field = new Field('')
    field.answers.set(method, stayAway)
    expect(await insert(field)).toBe('unseen')
    expect(field.text).toBe('new')
  },
)

test('one that took the text and refuses to show it is not given it a second time either', async () => {
  const field = new Field('')
  field.answers.set('Text.GetText', refuse)
  expect(await insert(field)).toBe('unseen')
})
