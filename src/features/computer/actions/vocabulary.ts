import { closed, literals } from '../../../contract/schema.ts'
import { Type, type Static } from '../../../contract/type.ts'

/** Numbers as the model names points: in which space they are, its setting says. */
const place = (description: string) => Type.Number({ description })
/** What it is for is said once for all of them: each word here counts in every tool of every call. */
const reason = Type.Optional(Type.String({ maxLength: 1000 }))
const target = Type.Optional(Type.String({ maxLength: 300, description: 'Its label on the screen' }))
const modifiers = Type.Optional(
  Type.Array(literals(['ctrl', 'shift', 'alt', 'super']), {
    description: 'Keys held meanwhile',
    maxItems: 4,
  }),
)
const button = Type.Optional(
  literals(['left', 'middle', 'right'], { default: 'left', description: 'Mouse button' }),
)
const pointAt = Type.Object({ x: place('Horizontal'), y: place('Vertical') })

/** What can be done to a desktop, each declared once: the model's tools, their check and their types come from here. */
export const vocabulary = {
  CLICK_AT: {
    description: 'Click on a point of the screenshot. count 2 is a double click.',
    params: closed({
      x: place('Horizontal'),
      y: place('Vertical'),
      button,
      count: Type.Optional(
        Type.Integer({ default: 1, minimum: 1, maximum: 3, description: 'How many clicks' }),
      ),
      modifiers,
      target,
      reason,
    }),
  },
  MOVE: {
    description: 'Move the pointer without clicking, e.g. to see what appears under it.',
    params: closed({ x: place('Horizontal'), y: place('Vertical'), reason }),
  },
  SCROLL_AT: {
    description: 'Turn the wheel over a point of the screenshot.',
    params: closed({
      x: place('Horizontal'),
      y: place('Vertical'),
      direction: literals(['up', 'down', 'left', 'right'], { description: 'Which way' }),
      amount: Type.Optional(
        Type.Integer({ default: 3, minimum: 1, maximum: 50, description: 'Notches of the wheel' }),
      ),
      modifiers,
      reason,
    }),
  },
  DRAG: {
    description: 'Press the button at the first point, move along the others, let go at the last.',
    params: closed({
      path: Type.Array(pointAt, { minItems: 2, maxItems: 50, description: 'Points of the screenshot' }),
      button,
      duration_ms: Type.Optional(
        Type.Integer({ default: 300, minimum: 50, maximum: 10_000, description: 'How long' }),
      ),
      modifiers,
      target,
      reason,
    }),
  },
  TYPE_TEXT: {
    description:
      'Type text where the cursor is; with x and y click there first. clear replaces what is there, submit presses Return after it.',
    params: closed({
      text: Type.String({ maxLength: 20_000, description: 'The text, as it is to stand there' }),
      x: Type.Optional(place('Where to click first')),
      y: Type.Optional(place('Where to click first')),
      clear: Type.Optional(Type.Boolean({ default: false, description: 'Replace what is there' })),
      submit: Type.Optional(Type.Boolean({ default: false, description: 'Press Return after it' })),
      target,
      reason,
    }),
  },
  PRESS_KEY: {
    description: 'Press a key or keys together: ctrl+s, alt+Tab, Return, F5, Escape.',
    params: closed({
      key: Type.String({ minLength: 1, maxLength: 60, description: 'Names joined by +' }),
      hold_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 5000, description: 'How long it is held' })),
      reason,
    }),
  },
  OPEN_APP: {
    description: 'Open an application by its name, or a web address in the browser.',
    params: closed({
      name: Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'Name of the application, or an address',
      }),
      reason,
    }),
  },
  RUN_TERMINAL: {
    description:
      'Run a command without any window, and get what it prints. With rights "look" it needs no approval, but changes nothing and has no network.',
    params: closed({
      command: Type.String({ minLength: 1, maxLength: 10_000, description: 'The command line' }),
      folder: Type.Optional(
        Type.String({ maxLength: 1000, description: 'Where; the home folder when left out' }),
      ),
      rights: Type.Optional(
        Type.Enum(['look', 'work', 'full'], {
          default: 'work',
          description: 'What it may do: only read, also change the allowed folders, or all that the user may',
        }),
      ),
      timeout_ms: Type.Optional(
        Type.Integer({ default: 30_000, minimum: 100, maximum: 60_000, description: 'How long it may take' }),
      ),
      reason,
    }),
  },
  WAIT: {
    description: 'Wait for something that takes time.',
    params: closed({ ms: Type.Integer({ minimum: 1, maximum: 10_000, description: 'How long' }), reason }),
  },
  SCREENSHOT: {
    description: 'Look again; with a region, at that part of the screenshot in full detail.',
    params: closed({
      region: Type.Optional(
        closed(
          { x: place('Left'), y: place('Top'), x2: place('Right'), y2: place('Bottom') },
          { description: 'Part of the screenshot' },
        ),
      ),
      reason,
    }),
  },
  READ_SCREEN: {
    description:
      'Get the texts and controls of the active window, each with its value, place and an id for CLICK_ELEMENT.',
    params: closed({
      scope: Type.Optional(literals(['window', 'desktop'], { default: 'window', description: 'Of what' })),
      reason,
    }),
  },
  FIND_ON_SCREEN: {
    description:
      'Find words in the active window: also further down on a page, in other rows of a list and in closed menus. Gives ids for CLICK_ELEMENT.',
    params: closed({
      text: Type.String({ minLength: 1, maxLength: 300, description: 'The words' }),
      reason,
    }),
  },
  CLICK_ELEMENT: {
    description: 'Activate a control by the id that READ_SCREEN or FIND_ON_SCREEN gave it, also out of view.',
    params: closed({ id: Type.String({ minLength: 1, maxLength: 500, description: 'The id' }), reason }),
  },
  SELECT_OPTION: {
    description:
      'Choose what a box or a list offers, without opening it, by its id and the name of the option.',
    params: closed({
      id: Type.String({ minLength: 1, maxLength: 500, description: 'The id of the box' }),
      option: Type.String({ minLength: 1, maxLength: 300, description: 'Name of the option' }),
      reason,
    }),
  },
  ASK_USER: {
    description: 'End here and ask the user, when something is unclear or only they can do it.',
    params: closed({
      question: Type.String({ minLength: 1, maxLength: 2000, description: 'The question' }),
      reason,
    }),
  },
  DONE: {
    description: 'End the task: it is done, or it cannot be done.',
    params: closed({
      success: Type.Optional(Type.Boolean({ default: true, description: 'Whether it is done' })),
      summary: Type.String({ maxLength: 4000, description: 'What came of it, for the user' }),
      reason,
    }),
  },
} as const

export type ActionName = keyof typeof vocabulary
export type ActionArgs<Name extends ActionName> = Static<(typeof vocabulary)[Name]['params']>

/** One action with checked arguments, its points still in the model's space. */
export type Action = {
  [Name in ActionName]: { readonly name: Name; readonly args: ActionArgs<Name> }
}[ActionName]
export type ActionOf<Name extends ActionName> = Extract<Action, { name: Name }>

/** They end the task. */
export const lastActions: ReadonlySet<ActionName> = new Set(['ASK_USER', 'DONE'])
/** They change nothing, so nobody is asked about them. */
export const lookingActions: ReadonlySet<ActionName> = new Set([
  'WAIT',
  'SCREENSHOT',
  'READ_SCREEN',
  'FIND_ON_SCREEN',
  'ASK_USER',
  'DONE',
])

/** They act on an element by its id, wherever its window is. */
export function isById(action: Action): action is ActionOf<'CLICK_ELEMENT' | 'SELECT_OPTION'> {
  return action.name === 'CLICK_ELEMENT' || action.name === 'SELECT_OPTION'
}

/** Whether what it does depends on what is on the screen in that moment. */
export function isScreenBound(name: ActionName): boolean {
  return name !== 'RUN_TERMINAL' && name !== 'OPEN_APP' && !lookingActions.has(name)
}

export function isActionName(name: string): name is ActionName {
  return Object.hasOwn(vocabulary, name)
}
