import { expect, test } from 'vitest'
import type { AccessibleElement } from '../desktop-driver.ts'
import { findElements, hasWords, searchElements } from './find-elements.ts'

const element = (role: string, name: string, more: Partial<AccessibleElement> = {}): AccessibleElement => ({
  id: `${role} ${name}`,
  role,
  name,
  text: null,
  states: ['enabled', 'showing'],
  area: null,
  isPassword: false,
  isEditable: false,
  window: null,
  ...more,
})

const save = element('push button', 'Save')
const saveAs = element('menu item', 'Save As…')
const told = element('static', 'Save')
const name = element('entry', 'Name', { isEditable: true, text: 'Save the date' })
const secret = element('password text', 'Password', { isPassword: true, text: null })
const room = element('combo box', 'Room', { text: 'Double', options: ['Single', 'Double'] })
const all = [told, save, saveAs, name, secret, room]

const found = (text: string, role?: string) => findElements(all, { text, role }).matches

test.each([
  ['save', undefined, [save]],
  ['  SAVE ', 'button', [save]],
  ['Save As', undefined, [saveAs]],
  ['as…', undefined, [saveAs]],
  ['the date', undefined, [name]],
  ['Single', undefined, [room]],
  ['Name', 'field', [name]],
  ['Password', 'field', [secret]],
  ['Save', 'text', [told]],
  ['Save', 'check box', []],
  ['Open', undefined, []],
])('%s as %s', (text, role, wanted) => {
  expect(found(text, role)).toEqual(wanted)
})

test('several that fit equally well are all told', () => {
  const other = element('push button', 'Save')
  expect(findElements([...all, other], { text: 'Save' }).matches).toEqual([save, other])
})

test('what is spelled nearly so is near, and what is not is left out', () => {
  expect(findElements(all, { text: 'Pasword' })).toEqual({ matches: [], near: [secret] })
  expect(findElements(all, { text: 'Quit' })).toEqual({ matches: [], near: [] })
})

test('a search gives all that have the words, the best first', () => {
  expect(searchElements(all, { text: 'save' })).toEqual([save, told, saveAs, name])
  expect(hasWords('Grand  total')('the GRAND total is 5')).toBe(true)
  expect(hasWords('Grand total')('the total')).toBe(false)
})
