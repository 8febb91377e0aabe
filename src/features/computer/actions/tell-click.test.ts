import { expect, test } from 'vitest'
import { element, window } from '../../../../test/desktop/policy-scenes.ts'
import { tellById } from './tell-click.ts'

test('what is acted on by its id is told in the words of the desktop', () => {
  const seen = { target: element('push button', 'Save'), window: window('gtk', 'Save As') }
  expect(tellById('Clicked', 'e12', seen)).toBe('Clicked "Save" (button) in "Save As".')
  const room = { target: element('combo box', 'Room'), window: null }
  expect(tellById('Selected "Double" in', 'e3', room)).toBe('Selected "Double" in "Room" (combo box).')
})

test('where the desktop tells nothing, by its id', () => {
  expect(tellById('Clicked', 'e12', {})).toBe('Clicked element e12.')
  const nameless = { target: element('icon', ''), window: window('gtk', 'Desk') }
  expect(tellById('Clicked', 'e12', nameless)).toBe('Clicked element e12 in "Desk".')
})
