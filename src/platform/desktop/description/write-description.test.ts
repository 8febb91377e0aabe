import { expect, test } from 'vitest'
import type { AccessibleElement, ActiveWindow } from '../desktop-driver.ts'
import type { ScreenDescription } from './describe-screen.ts'
import { writeDescription } from './write-description.ts'

const usual = ['enabled', 'sensitive', 'showing', 'visible']
const element = (id: string, role: string, more: Partial<AccessibleElement> = {}): AccessibleElement => ({
  id,
  role,
  name: '',
  text: null,
  states: usual,
  area: { x: 10, y: 20, width: 100, height: 40 },
  isPassword: false,
  isEditable: false,
  window: 'Form',
  ...more,
})

const front: ActiveWindow = {
  id: '0x1',
  title: 'Form',
  className: 'form',
  processId: 7,
  area: { x: 0, y: 0, width: 400, height: 300 },
}
const behind = { ...front, id: '0x2', title: 'Mail', className: 'mail', area: null }

const screen = (
  elements: readonly AccessibleElement[],
  more: Partial<ScreenDescription> = {},
): ScreenDescription => ({
  windows: [front, behind],
  front,
  elements,
  degraded: false,
  left: 0,
  silent: [],
  ...more,
})

test('windows and elements are lines, with place, value, options and what is not as usual', () => {
  const elements = [
    element('e1', 'frame', { name: 'Form' }),
    element('e2', 'text', { name: 'Name', text: 'Ada', isEditable: true, states: [...usual, 'focused'] }),
    element('e3', 'password text', { name: 'Password', isPassword: true }),
    element('e4', 'combo box', { name: 'Room', text: 'Double', options: ['Single', 'Double'] }),
    element('e5', 'push button', { name: 'Send', states: ['showing', 'visible'] }),
    element('e6', 'static', { name: 'Two\n words', states: ['enabled', 'visible'] }),
    element('e7', 'table cell', { name: 'A1', text: '' }),
  ]
  expect(writeDescription(screen(elements))).toBe(
    [
      'Window "Form" of form, from 0, 0 to 399, 299, in front',
      'Window "Mail" of mail, not shown',
      'Elements, with the middle of each:',
      '[e2] text field "Name" = "Ada" (focused) at 60, 40',
      '[e3] password field "Password" at 60, 40',
      '[e4] combo box "Room" = "Double" [Single | Double] at 60, 40',
      '[e5] push button "Send" (disabled) at 60, 40',
      '[e6] text "Two words", out of view',
    ].join('\n'),
  )
})

test('places are those of the picture that the reader has', () => {
  const place = ({ x, y }: { x: number; y: number }) => ({ x: Math.floor(x / 2), y: Math.floor(y / 2) })
  expect(writeDescription(screen([element('e1', 'link', { name: 'Rules' })]), { place })).toContain(
    '[e1] link "Rules" at 30, 20',
  )
})

test('what is left out is said, and how to see it', () => {
  const many = Array.from({ length: 30 }, (_, index) =>
    element(`e${index}`, 'link', { name: `Link ${index}` }),
  )
  const text = writeDescription(screen(many, { left: 5 }), { maxElements: 10 })
  expect(text.match(/^\[e/gm)).toHaveLength(10)
  expect(text).toContain('Left out: 25 elements. FIND_ON_SCREEN finds them by their words.')
  expect(writeDescription(screen(many), { maxCharacters: 400 }).length).toBeLessThan(500)
  const silent = [{ x: 5, y: 5, width: 300, height: 200 }]
  expect(writeDescription(screen(many, { silent }))).toContain(
    'Nothing is told of what is from 5, 5 to 304, 204: take a screenshot to see it.',
  )
  expect(writeDescription(screen([], { degraded: true }))).toContain(
    'The application tells nothing about itself',
  )
})
