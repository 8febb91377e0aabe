import { vocabulary, type ActionName } from './vocabulary.ts'

export type Args = Record<string, unknown>

/** What other tools call the same thing, with what that name says beside it. */
export const otherNames: ReadonlyMap<string, { readonly name: ActionName; readonly args: Args }> = new Map(
  (
    [
      ['click', 'CLICK_AT', {}],
      ['left_click', 'CLICK_AT', {}],
      ['tap', 'CLICK_AT', {}],
      ['right_click', 'CLICK_AT', { button: 'right' }],
      ['middle_click', 'CLICK_AT', { button: 'middle' }],
      ['double_click', 'CLICK_AT', { count: 2 }],
      ['left_double', 'CLICK_AT', { count: 2 }],
      ['triple_click', 'CLICK_AT', { count: 3 }],
      ['move_to', 'MOVE', {}],
      ['mouse_move', 'MOVE', {}],
      ['hover', 'MOVE', {}],
      ['scroll', 'SCROLL_AT', {}],
      ['drag_to', 'DRAG', {}],
      ['left_click_drag', 'DRAG', {}],
      ['type', 'TYPE_TEXT', {}],
      ['input_text', 'TYPE_TEXT', {}],
      ['write', 'TYPE_TEXT', {}],
      ['key', 'PRESS_KEY', {}],
      ['keypress', 'PRESS_KEY', {}],
      ['hotkey', 'PRESS_KEY', {}],
      ['press', 'PRESS_KEY', {}],
      ['hold_key', 'PRESS_KEY', {}],
      ['open', 'OPEN_APP', {}],
      ['open_application', 'OPEN_APP', {}],
      ['launch_app', 'OPEN_APP', {}],
      ['bash', 'RUN_TERMINAL', {}],
      ['shell', 'RUN_TERMINAL', {}],
      ['run_command', 'RUN_TERMINAL', {}],
      ['sleep', 'WAIT', {}],
      ['select', 'SELECT_OPTION', {}],
      ['find', 'FIND_ON_SCREEN', {}],
      ['take_screenshot', 'SCREENSHOT', {}],
      ['zoom', 'SCREENSHOT', {}],
      ['finished', 'DONE', {}],
      ['finish', 'DONE', {}],
      ['terminate', 'DONE', {}],
      ['call_user', 'ASK_USER', {}],
    ] as const
  ).map(([other, name, args]) => [other, { name, args }]),
)

/** Members that have another name elsewhere. */
const otherMembers: Partial<Record<ActionName, Readonly<Record<string, string>>>> = {
  CLICK_AT: { clicks: 'count', num_clicks: 'count', keys: 'modifiers', element: 'target', label: 'target' },
  SCROLL_AT: { scroll_direction: 'direction', scroll_amount: 'amount', clicks: 'amount', keys: 'modifiers' },
  DRAG: { durationMs: 'duration_ms', keys: 'modifiers' },
  TYPE_TEXT: { content: 'text', value: 'text', press_enter: 'submit', enter: 'submit' },
  PRESS_KEY: { keys: 'key', text: 'key', combo: 'key', holdMs: 'hold_ms' },
  OPEN_APP: { app: 'name', application: 'name', app_name: 'name', url: 'name' },
  RUN_TERMINAL: { cmd: 'command', cwd: 'folder', timeoutMs: 'timeout_ms' },
  FIND_ON_SCREEN: { query: 'text', words: 'text' },
  SELECT_OPTION: { element: 'id', value: 'option', label: 'option' },
  WAIT: { time_ms: 'ms', duration_ms: 'ms' },
  ASK_USER: { text: 'question', message: 'question' },
  DONE: { message: 'summary', text: 'summary', answer: 'summary', result: 'summary' },
}

/** The arguments as the vocabulary has them. What is written down in `notes` was changed in its meaning. */
export function mendArgs(name: ActionName, given: Args, notes: string[]): Args {
  const args = renamed(name, given)
  unfoldPoints(name, args)
  readNumbers(args)
  mendKeys(name, args)
  if (name === 'SCROLL_AT') mendAmount(args, notes)
  if (name === 'WAIT') mendWait(args, notes)
  if (name === 'PRESS_KEY' && typeof args['duration'] === 'number')
    args['hold_ms'] ??= args['duration'] * 1000
  if (name === 'DONE') mendDone(args)
  for (const member of ['direction', 'button', 'scope'])
    if (typeof args[member] === 'string') args[member] = args[member].toLowerCase()
  // Members that nobody knows mean nothing to us; without them the rest is still what was wanted.
  const known = Object.keys(vocabulary[name].params.properties)
  return Object.fromEntries(
    Object.entries(args).filter(([member, value]) => known.includes(member) && value !== null),
  )
}

function renamed(name: ActionName, given: Args): Args {
  const others = otherMembers[name] ?? {}
  const args: Args = {}
  for (const [member, value] of Object.entries(given)) {
    const proper = others[member]
    if (proper === undefined || Object.hasOwn(given, proper)) args[member] = value
    else args[proper] = value
  }
  if (args['thought'] !== undefined) args['reason'] ??= args['thought']
  return args
}

/** `coordinate: [x, y]`, `point: {x, y}`, `x: [x, y]`, start and end of a drag, corners of a region. */
function unfoldPoints(name: ActionName, args: Args): void {
  const point = firstPoint(args, ['coordinate', 'point', 'position', 'x'])
  if (name === 'DRAG') args['path'] ??= pathOf(args, point)
  else if (point) Object.assign(args, point)
  if (Array.isArray(args['path'])) args['path'] = args['path'].map((one) => pointOf(one) ?? one)
  const region = args['region']
  if (Array.isArray(region) && region.length === 4) {
    const [x, y, x2, y2] = region.map(toNumber)
    args['region'] = { x, y, x2, y2 }
  }
}

/** From where to where, by whichever two names it was said; a lone place is the end that is missing. */
function pathOf(args: Args, point: Place | undefined): Place[] | undefined {
  const start = firstPoint(args, ['start_coordinate', 'start', 'from']) ?? plainPoint(args['x'], args['y'])
  const end = firstPoint(args, ['end_coordinate', 'end', 'to']) ?? plainPoint(args['x2'], args['y2'])
  const first = start ?? (end && point)
  const last = end ?? (start && point)
  return first && last ? [first, last] : undefined
}

function firstPoint(args: Args, names: readonly string[]): Place | undefined {
  return names.map((name) => pointOf(args[name])).find((point) => point !== undefined)
}

interface Place {
  readonly x: number
  readonly y: number
}

function pointOf(value: unknown): Place | undefined {
  if (Array.isArray(value) && value.length === 2) return plainPoint(value[0], value[1])
  if (value !== null && typeof value === 'object' && 'x' in value && 'y' in value)
    return plainPoint(value.x, value.y)
  const text =
    typeof value === 'string' ? /^[[(]?\s*(-?[\d.]+)\s*[,\s]\s*(-?[\d.]+)\s*[\])]?$/.exec(value) : null
  return text ? plainPoint(text[1], text[2]) : undefined
}

function plainPoint(x: unknown, y: unknown): Place | undefined {
  const [left, top] = [toNumber(x), toNumber(y)]
  return typeof left === 'number' && typeof top === 'number' ? { x: left, y: top } : undefined
}

/** Numbers and booleans that were written as words. */
function readNumbers(args: Args): void {
  for (const member of [
    'x',
    'y',
    'count',
    'amount',
    'ms',
    'duration',
    'duration_ms',
    'hold_ms',
    'timeout_ms',
  ])
    args[member] = toNumber(args[member])
  for (const member of ['count', 'amount', 'ms', 'duration_ms', 'hold_ms', 'timeout_ms'])
    if (typeof args[member] === 'number') args[member] = Math.round(args[member])
  for (const member of ['clear', 'submit', 'success'])
    if (args[member] === 'true' || args[member] === 'false') args[member] = args[member] === 'true'
  for (const [member, value] of Object.entries(args)) if (value === undefined) delete args[member]
}

function toNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : value
}

/** `["ctrl", "s"]` is `ctrl+s`. A dash is a key of its own and splits nothing. */
function mendKeys(name: ActionName, args: Args): void {
  const { key, modifiers } = args
  if (name === 'PRESS_KEY' && Array.isArray(key)) args['key'] = key.map(String).join('+')
  if (typeof modifiers === 'string') args['modifiers'] = modifiers === '' ? [] : modifiers.split('+')
  if (Array.isArray(args['modifiers'])) args['modifiers'] = args['modifiers'].map(modifierOf)
}

function modifierOf(name: unknown): unknown {
  const word = String(name).trim().toLowerCase()
  if (['control', 'ctl'].includes(word)) return 'ctrl'
  if (['cmd', 'command', 'meta', 'win', 'windows'].includes(word)) return 'super'
  return word === 'option' ? 'alt' : word
}

function mendAmount(args: Args, notes: string[]): void {
  const amount = args['amount']
  if (typeof amount !== 'number') return
  const fit = Math.min(50, Math.max(1, Math.abs(amount)))
  if (fit !== amount) notes.push(`The amount was taken as ${fit} notches.`)
  args['amount'] = fit
}

function mendWait(args: Args, notes: string[]): void {
  if (typeof args['duration'] === 'number') args['ms'] ??= Math.round(args['duration'] * 1000)
  if (typeof args['seconds'] === 'number') args['ms'] ??= Math.round(args['seconds'] * 1000)
  args['ms'] ??= 1000
  if (typeof args['ms'] === 'number' && args['ms'] > 10_000) {
    args['ms'] = 10_000
    notes.push('It waited 10 seconds, the most at once.')
  }
}

function mendDone(args: Args): void {
  if (typeof args['status'] === 'string') args['success'] ??= !/fail|infeasible|error/i.test(args['status'])
  args['summary'] ??= ''
}
