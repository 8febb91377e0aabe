import { describe, expect, test } from 'vitest'
import { readAction } from '../actions/read-action.ts'
import { nativeTool, readNativeCall } from './native-tools.ts'

const size = { width: 1280, height: 720 }
const actionsOf = (args: unknown, name = 'computer') =>
  readNativeCall(name, args, size).wishes.map(({ name: action, args: given }) => {
    const read = readAction(action, given)
    return 'action' in read ? read.action : read.problem
  })

test.each([
  ['anthropic', 'claude-opus-5-5', 'anthropic.computer_toolset_20260801'],
  ['anthropic', 'claude-opus-4-5-20251101', 'anthropic.computer_20251124'],
  ['anthropic', 'claude-sonnet-4-5', 'anthropic.computer_20250124'],
  ['openai', 'gpt-5.4', 'openai.computer'],
  ['google', 'gemini-2.5-computer-use-preview-10-2025', 'google.computer_use'],
  ['google', 'gemini-3.5-flash', 'google.computer_use'],
  ['google', 'gemini-4-carbon', 'google.computer_use'],
])('%s %s has %s', (provider, model, id) => expect(nativeTool({ provider, model }, size)?.id).toBe(id))

test.each([
  ['anthropic', 'claude-3-5-haiku-latest'],
  ['openai', 'gpt-4o'],
  ['openai_compatible', 'claude-opus-4-5'],
  ['ollama', 'qwen3-vl:8b'],
  ['google', 'gemini-2.5-flash'],
  ['google', 'gemini-3.5-flash-lite'],
  ['openrouter', 'google/gemini-3.5-flash'],
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
    ].flatMap((args) => actionsOf(args))
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
    expect(readNativeCall('computer', call, size).checks).toEqual([
      { id: 'c1', message: 'Looks like an order.' },
    ])
  })
})

describe('calls of Google', () => {
  const read = (name: string, args: object) => actionsOf(args, name)[0]

  test.each([
    ['click_at', { x: 500, y: 300 }, { name: 'CLICK_AT', args: { x: 500, y: 300 } }],
    ['hover_at', { x: 1, y: 2 }, { name: 'MOVE', args: { x: 1, y: 2 } }],
    [
      'type_text_at',
      { x: 400, y: 250, text: 'search' },
      { name: 'TYPE_TEXT', args: { x: 400, y: 250, text: 'search', clear: true, submit: true } },
    ],
    [
      'type_text_at',
      { x: 4, y: 2, text: 'a', press_enter: false, clear_before_typing: false },
      { name: 'TYPE_TEXT', args: { text: 'a', clear: false, submit: false } },
    ],
    ['scroll_document', { direction: 'down' }, { name: 'PRESS_KEY', args: { key: 'Page_Down' } }],
    ['scroll_document', { direction: 'left' }, { name: 'SCROLL_AT', args: { x: 500, direction: 'left' } }],
    // 800 of 1000 is 576 of 720 pixels.
    [
      'scroll_at',
      { x: 5, y: 6, direction: 'down' },
      { name: 'SCROLL_AT', args: { direction: 'down', amount: 6 } },
    ],
    ['key_combination', { keys: 'Control+A' }, { name: 'PRESS_KEY', args: { key: 'Control+A' } }],
    [
      'drag_and_drop',
      { x: 1, y: 2, destination_x: 3, destination_y: 4 },
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
    ['navigate', { url: 'https://example.org' }, { name: 'OPEN_APP', args: { name: 'https://example.org' } }],
    ['open_web_browser', {}, { name: 'OPEN_APP', args: { name: 'browser' } }],
    ['search', {}, { name: 'OPEN_APP', args: { name: 'https://www.google.com' } }],
    ['go_back', {}, { name: 'PRESS_KEY', args: {} }],
    ['go_forward', {}, { name: 'PRESS_KEY', args: {} }],
    ['wait_5_seconds', {}, { name: 'WAIT', args: { ms: 5000 } }],
    ['click', { x: 9, y: 8, intent: 'Open it' }, { name: 'CLICK_AT', args: { x: 9, reason: 'Open it' } }],
    ['double_click', { x: 9, y: 8 }, { name: 'CLICK_AT', args: { count: 2 } }],
    ['triple_click', { x: 9, y: 8 }, { name: 'CLICK_AT', args: { count: 3 } }],
    ['middle_click', { x: 9, y: 8 }, { name: 'CLICK_AT', args: { button: 'middle' } }],
    ['right_click', { x: 9, y: 8 }, { name: 'CLICK_AT', args: { button: 'right' } }],
    ['move', { x: 9, y: 8 }, { name: 'MOVE', args: { x: 9, y: 8 } }],
    [
      'type',
      { text: 'héllo', press_enter: true },
      { name: 'TYPE_TEXT', args: { text: 'héllo', submit: true } },
    ],
    ['press_key', { key: 'enter' }, { name: 'PRESS_KEY', args: { key: 'enter' } }],
    ['hotkey', { keys: ['ctrl', 's'] }, { name: 'PRESS_KEY', args: { key: 'ctrl+s' } }],
    ['scroll', { x: 1, y: 1, direction: 'up' }, { name: 'SCROLL_AT', args: { direction: 'up', amount: 3 } }],
    ['wait', { seconds: 2 }, { name: 'WAIT', args: { ms: 2000 } }],
    ['take_screenshot', {}, { name: 'SCREENSHOT', args: {} }],
    [
      'drag_and_drop',
      { start_x: 1, start_y: 2, end_x: 3, end_y: 4 },
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
  ])('%s %j', (name, args, action) => expect(read(name, args)).toMatchObject(action))

  test('a doubt that wants a confirmation is one, a regular decision is none', () => {
    const decided = (decision: object | undefined) =>
      readNativeCall('click', { x: 1, y: 2, safety_decision: decision }, size).checks
    const explanation = 'It accepts cookies.'
    expect(decided({ decision: 'require_confirmation', explanation })).toEqual([
      { id: 'click', message: explanation },
    ])
    expect(decided({ decision: 'something new' })).toEqual([{ id: 'click', message: 'no reason given' }])
    expect(decided({ decision: 'regular' })).toEqual([])
    expect(decided(undefined)).toEqual([])
  })
})
