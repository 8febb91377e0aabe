import { expect, test } from 'vitest'
import { readAction } from './read-action.ts'

const mended = (name: string, args: unknown) => {
  const read = readAction(name, args)
  return 'action' in read ? read.action : read.problem
}

test.each([
  ['CLICK_AT', { x: 1, y: 2 }, { name: 'CLICK_AT', args: { x: 1, y: 2, button: 'left', count: 1 } }],
  ['click at', { x: 1, y: 2 }, { name: 'CLICK_AT', args: { x: 1, y: 2 } }],
  ['left_click', { coordinate: [10, 20] }, { name: 'CLICK_AT', args: { x: 10, y: 20 } }],
  ['click', { point: '(10, 20)' }, { name: 'CLICK_AT', args: { x: 10, y: 20 } }],
  ['CLICK_AT', { x: [10, 20] }, { name: 'CLICK_AT', args: { x: 10, y: 20 } }],
  ['CLICK_AT', { x: '10', y: '20.5' }, { name: 'CLICK_AT', args: { x: 10, y: 20.5 } }],
  ['double_click', { x: 1, y: 1 }, { name: 'CLICK_AT', args: { count: 2 } }],
  ['right_click', { x: 1, y: 1 }, { name: 'CLICK_AT', args: { button: 'right' } }],
  ['CLICK_AT', { x: 1, y: 1, keys: ['Control', 'shift'] }, { args: { modifiers: ['ctrl', 'shift'] } }],
  ['CLICK_AT', { x: 1, y: 1, colour: 'red' }, { name: 'CLICK_AT', args: { x: 1, y: 1 } }],
  [
    'scroll',
    { x: 1, y: 1, direction: 'DOWN', amount: 500 },
    { name: 'SCROLL_AT', args: { direction: 'down', amount: 50 } },
  ],
  ['PRESS_KEY', { keys: ['ctrl', 'shift', 't'] }, { name: 'PRESS_KEY', args: { key: 'ctrl+shift+t' } }],
  ['key', { text: 'ctrl-c' }, { name: 'PRESS_KEY', args: { key: 'ctrl-c' } }],
  ['PRESS_KEY', { key: 'a' }, { name: 'TYPE_TEXT', args: { text: 'a' } }],
  ['type', { content: ' spaces stay ' }, { name: 'TYPE_TEXT', args: { text: ' spaces stay ' } }],
  [
    'drag',
    { x: 1, y: 2, x2: 3, y2: 4 },
    {
      name: 'DRAG',
      args: {
        path: [
          { x: 1, y: 2 },
          { x: 3, y: 4 },
        ],
      },
    },
  ],
  [
    'DRAG',
    {
      path: [
        [0, 0],
        [3, 4],
      ],
    },
    {
      name: 'DRAG',
      args: {
        path: [
          { x: 0, y: 0 },
          { x: 3, y: 4 },
        ],
      },
    },
  ],
  ['wait', { seconds: 2 }, { name: 'WAIT', args: { ms: 2000 } }],
  ['wait', {}, { name: 'WAIT', args: { ms: 1000 } }],
  ['finished', { message: 'ok' }, { name: 'DONE', args: { success: true, summary: 'ok' } }],
  ['terminate', { status: 'failure' }, { name: 'DONE', args: { success: false } }],
  ['call_user', { message: 'Which one?' }, { name: 'ASK_USER', args: { question: 'Which one?' } }],
])('%s %j is understood', (name, args, wanted) => expect(mended(name, args)).toMatchObject(wanted))

test.each([
  ['FLY', {}, /There is no action "FLY"/],
  ['CLICK_ATT', { x: 1, y: 1 }, /Did you mean CLICK_AT\?/],
  ['CLICK_AT', {}, /x .*required|required.*x|x is/],
  ['CLICK_AT', { x: 'left', y: 1 }, /CLICK_AT was not done: x/],
  ['CLICK_AT', 'x=1', /one JSON object/],
  ['CLICK_AT', { x: 1, y: 1, button: 'primary' }, /button/],
  ['TYPE_TEXT', { text: 'a', x: 1 }, /both x and y/],
  ['DRAG', { path: [{ x: 1, y: 1 }] }, /path/],
  ['SCROLL_AT', { x: 1, y: 1, direction: 'sideways' }, /direction/],
])('%s %j is told back', (name, args, problem) => expect(mended(name, args)).toMatch(problem))

test('what was changed in its meaning is told', () => {
  expect(readAction('SCROLL_AT', { x: 1, y: 1, direction: 'up', amount: 99 })).toMatchObject({
    notes: ['The amount was taken as 50 notches.'],
  })
})
