import { describe, expect, test } from 'vitest'
import { readAction } from '../actions/read-action.ts'
import { nativeTool, readNativeCall } from './native-tools.ts'

const size = { width: 1280, height: 720 }
const actionsOf = (args: unknown) =>
  readNativeCall(args).wishes.map(({ name, args: given }) => {
    const read = readAction(name, given)
    return 'action' in read ? read.action : read.problem
  })

test.each([
  ['anthropic', 'claude-opus-5-5', 'anthropic.computer_toolset_20260801'],
  ['anthropic', 'claude-opus-4-5-20251101', 'anthropic.computer_20251124'],
  ['anthropic', 'claude-sonnet-4-5', 'anthropic.computer_20250124'],
  ['openai', 'gpt-5.4', 'openai.computer'],
])('%s %s has %s', (provider, model, id) => expect(nativeTool({ provider, model }, size)?.id).toBe(id))

test.each([
  ['anthropic', 'claude-3-5-haiku-latest'],
  ['openai', 'gpt-4o'],
  ['openai_compatible', 'claude-opus-4-5'],
  ['ollama', 'qwen3-vl:8b'],
])('%s %s gets our own functions', (provider, model) =>
  expect(nativeTool({ provider, model }, size)).toBeUndefined(),
)

describe('calls of Anthropic', () => {
  test('a click with a held key', () => {
    expect(actionsOf({ action: 'left_click', coordinate: [10, 20], text: 'shift' })).toEqual([
      { name: 'CLICK_AT', args: { x: 10, y: 20, button: 'left', count: 1, modifiers: ['shift'] } },
    ])
  })

  test('typing, keys, dragging, scrolling, waiting and zooming', () => {
    const read = [
      { action: 'type', text: 'héllo' },
      { action: 'key', text: 'ctrl+s' },
      { action: 'hold_key', text: 'shift', duration: 1 },
      { action: 'left_click_drag', start_coordinate: [1, 2], coordinate: [3, 4] },
      { action: 'scroll', coordinate: [5, 6], scroll_direction: 'down', scroll_amount: 4 },
      { action: 'wait', duration: 2 },
      { action: 'zoom', region: [0, 0, 100, 50] },
      { action: 'screenshot' },
    ].flatMap(actionsOf)
    expect(read).toMatchObject([
      { name: 'TYPE_TEXT', args: { text: 'héllo' } },
      { name: 'PRESS_KEY', args: { key: 'ctrl+s' } },
      { name: 'PRESS_KEY', args: { key: 'shift', hold_ms: 1000 } },
      {
        name: 'DRAG',
        args: {
          path: [
            { x: 1, y: 2 },
            { x: 3, y: 4 },
          ],
        },
      },
      { name: 'SCROLL_AT', args: { x: 5, y: 6, direction: 'down', amount: 4 } },
      { name: 'WAIT', args: { ms: 2000 } },
      { name: 'SCREENSHOT', args: { region: { x: 0, y: 0, x2: 100, y2: 50 } } },
      { name: 'SCREENSHOT', args: {} },
    ])
  })

  test('a key that is to be pressed several times is, and too many times are told back', () => {
    const down = { name: 'PRESS_KEY', args: { key: 'Down' } }
    expect(actionsOf({ action: 'key', text: 'Down', repeat: 3 })).toMatchObject([down, down, down])
    expect(actionsOf({ action: 'key', text: 'Down', repeat: 1 })).toMatchObject([down])
    expect(actionsOf({ action: 'key', text: 'Down', repeat: 500 })).toEqual([
      expect.stringContaining('There is no action'),
    ])
  })

  test('what we cannot do is told back, not guessed', () => {
    expect(actionsOf({ action: 'left_mouse_down' })).toEqual([expect.stringContaining('There is no action')])
  })
})

describe('calls of OpenAI', () => {
  test('several actions at once, with its doubts', () => {
    const call = {
      actions: [
        { type: 'click', button: 'left', x: 1, y: 2 },
        { type: 'double_click', x: 3, y: 4 },
        { type: 'keypress', keys: ['CTRL', 'S'] },
        { type: 'scroll', x: 5, y: 6, scrollX: 0, scrollY: -300 },
        {
          type: 'drag',
          path: [
            { x: 1, y: 1 },
            { x: 9, y: 9 },
          ],
        },
        { type: 'wait' },
      ],
      pendingSafetyChecks: [{ id: 'c1', message: 'Looks like an order.' }],
      status: 'completed',
    }
    expect(actionsOf(call)).toMatchObject([
      { name: 'CLICK_AT', args: { x: 1, y: 2, button: 'left' } },
      { name: 'CLICK_AT', args: { x: 3, y: 4, count: 2 } },
      { name: 'PRESS_KEY', args: { key: 'CTRL+S' } },
      { name: 'SCROLL_AT', args: { direction: 'up', amount: 3 } },
      {
        name: 'DRAG',
        args: {
          path: [
            { x: 1, y: 1 },
            { x: 9, y: 9 },
          ],
        },
      },
      { name: 'WAIT', args: { ms: 1000 } },
    ])
    expect(readNativeCall(call).checks).toEqual([{ id: 'c1', message: 'Looks like an order.' }])
  })
})
