type Args = Readonly<Record<string, unknown>>
interface Wish {
  readonly name: string
  readonly args: Args
}
interface Size {
  readonly width: number
  readonly height: number
}

/** Of what Google offers, what needs a key or a button to stay down between two calls. Such a call is never made. */
export const EXCLUDED = ['mouse_down', 'mouse_up', 'key_down', 'key_up'] as const

const PIXELS_PER_NOTCH = 100
const EDGE = 1000
const isMac = process.platform === 'darwin'

const press = (key: unknown, args: Args = {}): Wish => wish('PRESS_KEY', { ...args, key })
const click = (args: Args, more: Args): Wish => wish('CLICK_AT', { ...placeOf(args), ...more })

/**
 * The functions of Google's computer use: those of Gemini 2.5, which is meant for browsers, and those of Gemini 3.5 for a
 * desktop. Places go from 0 to 999.
 */
const functions: Readonly<Record<string, (args: Args, size: Size) => Wish>> = {
  click_at: (args) => click(args, {}),
  hover_at: (args) => wish('MOVE', placeOf(args)),
  type_text_at: (args) =>
    wish('TYPE_TEXT', {
      ...placeOf(args),
      text: args['text'],
      clear: args['clear_before_typing'] ?? true,
      submit: args['press_enter'] ?? true,
    }),
  scroll_document: ({ direction }) =>
    direction === 'down' || direction === 'up'
      ? press(direction === 'down' ? 'Page_Down' : 'Page_Up')
      : wish('SCROLL_AT', { x: EDGE / 2, y: EDGE / 2, direction, amount: 5 }),
  scroll_at: (args, { width, height }) => {
    const { direction, magnitude = 800 } = args
    const edge = direction === 'left' || direction === 'right' ? width : height
    return wish('SCROLL_AT', {
      ...placeOf(args),
      direction,
      amount: notches((Number(magnitude) / EDGE) * edge),
    })
  },
  key_combination: ({ keys }) => press(keys),
  drag_and_drop: (args) => wish('DRAG', { path: pathOf(args) }),
  navigate: ({ url }) => wish('OPEN_APP', { name: url }),
  open_web_browser: () => wish('OPEN_APP', { name: 'browser' }),
  search: () => wish('OPEN_APP', { name: 'https://www.google.com' }),
  go_back: () => press(isMac ? 'cmd+[' : 'alt+Left'),
  go_forward: () => press(isMac ? 'cmd+]' : 'alt+Right'),
  wait_5_seconds: () => wish('WAIT', { ms: 5000 }),

  click: (args) => click(args, {}),
  double_click: (args) => click(args, { count: 2 }),
  triple_click: (args) => click(args, { count: 3 }),
  middle_click: (args) => click(args, { button: 'middle' }),
  right_click: (args) => click(args, { button: 'right' }),
  move: (args) => wish('MOVE', placeOf(args)),
  type: ({ text, press_enter: submit }) => wish('TYPE_TEXT', { text, ...(submit === true && { submit }) }),
  press_key: ({ key }) => press(key),
  hotkey: ({ keys }) => press(keys),
  scroll: (args) =>
    wish('SCROLL_AT', {
      ...placeOf(args),
      direction: args['direction'],
      amount: notches(Number(args['magnitude_in_pixels'] ?? 300)),
    }),
  wait: ({ seconds = 1 }) => wish('WAIT', { ms: Number(seconds) * 1000 }),
  take_screenshot: () => wish('SCREENSHOT', {}),
}

export function isGoogleFunction(name: string): boolean {
  return Object.hasOwn(functions, name)
}

/** What such a call wants, and what Google's own check doubts about it. */
export function googleWish(
  name: string,
  args: Args,
  size: Size,
): { readonly wish: Wish; readonly doubt: string | undefined } {
  const { safety_decision: decision, intent } = args
  const { name: action, args: own } = functions[name]!(args, size)
  const reason = typeof intent === 'string' && intent !== '' ? { reason: intent } : {}
  return { wish: wish(action, { ...own, ...reason }), doubt: doubtIn(decision) }
}

/** Whatever is not simply allowed is for a person. */
function doubtIn(given: unknown): string | undefined {
  if (given === null || given === undefined) return undefined
  const { decision, explanation } = (typeof given === 'object' ? given : { decision: given }) as Args
  if (decision === 'regular' || decision === 'allowed') return undefined
  return typeof explanation === 'string' && explanation !== '' ? explanation : 'no reason given'
}

function wish(name: string, args: Args): Wish {
  const given = Object.entries(args).filter(([, value]) => value !== undefined)
  return { name, args: Object.fromEntries(given) }
}

function placeOf({ x, y }: Args): Args {
  return { x, y }
}

function pathOf(args: Args): Args[] {
  const from = { x: args['start_x'] ?? args['x'], y: args['start_y'] ?? args['y'] }
  return [from, { x: args['end_x'] ?? args['destination_x'], y: args['end_y'] ?? args['destination_y'] }]
}

function notches(pixels: number): number {
  return Math.max(1, Math.round(pixels / PIXELS_PER_NOTCH))
}
