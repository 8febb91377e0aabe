import type { CoordinateSpace } from '../../../platform/desktop/coordinates.ts'
import type { NativeTool } from '../../models/language-model.ts'
import type { ActionName } from '../actions/vocabulary.ts'
import { EXCLUDED, googleWish, isGoogleFunction } from './google-calls.ts'

export const NATIVE_NAME = 'computer'

type Args = Readonly<Record<string, unknown>>

interface Size {
  readonly width: number
  readonly height: number
}

interface NativeModels {
  readonly provider: string
  readonly model: RegExp
  readonly tool: (size: Size) => Pick<NativeTool, 'id' | 'args'>
  /** How the tool names places, whatever the model does elsewhere. */
  readonly space: CoordinateSpace
}

/** Which models have a tool of their provider for using a computer, and which one: the first that fits. */
const nativeModels: readonly NativeModels[] = [
  {
    provider: 'anthropic',
    model: /claude-(?:(?:opus|sonnet|fable|haiku)-5|opus-4-[89])/,
    tool: () => ({ id: 'anthropic.computer_toolset_20260801', args: {} }),
    space: 'pixel',
  },
  {
    provider: 'anthropic',
    model: /claude-opus-4-[567]|claude-sonnet-4-[67]/,
    tool: (size) => ({ id: 'anthropic.computer_20251124', args: { ...displayOf(size), enableZoom: true } }),
    space: 'pixel',
  },
  {
    provider: 'anthropic',
    model: /claude-(?:opus|sonnet|haiku)-4|claude-3-7-sonnet/,
    tool: (size) => ({ id: 'anthropic.computer_20250124', args: displayOf(size) }),
    space: 'pixel',
  },
  {
    provider: 'openai',
    model: /^gpt-5\.(?:[4-9]|\d\d)(?!.*nano)|^gpt-[6-9]/,
    tool: () => ({ id: 'openai.computer', args: {} }),
    space: 'pixel',
  },
  {
    provider: 'google',
    model: /gemini-2\.5-computer-use/,
    tool: () => ({ id: 'google.computer_use', args: { environment: 'ENVIRONMENT_BROWSER' } }),
    space: 'norm1000',
  },
  {
    provider: 'google',
    model: /gemini-(?:3\.[5-9]|[4-9])(?!.*(?:lite|image|tts|live|audio))/,
    tool: () => ({
      id: 'google.computer_use',
      args: { environment: 'ENVIRONMENT_DESKTOP', excludedPredefinedFunctions: EXCLUDED },
    }),
    space: 'norm1000',
  },
]

/** The tool that this model knows best; undefined for all that get the functions of our own. */
export function nativeTool(choice: Choice, size: Size): NativeTool | undefined {
  const found = nativeOf(choice)
  return found && { ...found.tool(size), name: NATIVE_NAME }
}

/** How its own tool names places; undefined for all that have none. */
export function nativeSpace(choice: Choice): CoordinateSpace | undefined {
  return nativeOf(choice)?.space
}

interface Choice {
  readonly provider: string
  readonly model: string
}

function nativeOf({ provider, model }: Choice): NativeModels | undefined {
  return nativeModels.find((one) => one.provider === provider && one.model.test(model))
}

/** Whether a call is one of the provider's own tool: Google's has a name for each action. */
export function isNativeCall(native: NativeTool | undefined, name: string): native is NativeTool {
  if (!native) return false
  return native.id.startsWith('google.') ? isGoogleFunction(name) : name === native.name
}

/** OpenAI's tool takes nothing but a picture for a result; the others take words too. */
export function needsPicture(native: NativeTool | undefined): boolean {
  return native?.id.startsWith('openai.') === true
}

/** What a native tool does not do, and is offered beside it. */
export const besideNative: readonly ActionName[] = [
  'OPEN_APP',
  'RUN_TERMINAL',
  'READ_SCREEN',
  'FIND_ON_SCREEN',
  'CLICK_ELEMENT',
  'SELECT_OPTION',
  'ASK_USER',
  'DONE',
]

/** What a call of such a tool wants, in the words of our own vocabulary; those that it has no word for stay as they are. */
export interface NativeWish {
  readonly wishes: readonly { readonly name: string; readonly args: Args }[]
  /** The provider's own doubts about it, which somebody must have read. */
  readonly checks: readonly { readonly id: string; readonly message?: string }[]
}

export function readNativeCall(name: string, args: unknown, size: Size): NativeWish {
  const given = (args ?? {}) as Args
  if (isGoogleFunction(name)) {
    const { wish, doubt } = googleWish(name, given, size)
    return { wishes: [wish], checks: doubt === undefined ? [] : [{ id: name, message: doubt }] }
  }
  if (Array.isArray(given['actions'])) {
    const checks = Array.isArray(given['pendingSafetyChecks']) ? given['pendingSafetyChecks'] : []
    return { wishes: (given['actions'] as Args[]).map(openAiWish), checks: checks as NativeWish['checks'] }
  }
  const { repeat, ...wish } = given
  const times = typeof repeat === 'number' && repeat > 1 ? repeat : 1
  // To do it less often than it was meant would be to do something else.
  if (times > MAX_REPEATS)
    return { wishes: [{ name: `${String(wish['action'])} ${times} times`, args: {} }], checks: [] }
  return { wishes: Array.from({ length: times }, () => anthropicWish(wish)), checks: [] }
}

const MAX_REPEATS = 20

function anthropicWish({ action, text, ...rest }: Args): { name: string; args: Args } {
  const name = typeof action === 'string' ? action : ''
  // With a click or the wheel, the text is the key that is held.
  const isHeld = /click|scroll/.test(name) && typeof text === 'string' && text !== ''
  const words = isHeld ? { modifiers: text } : { ...(text !== undefined && { text }) }
  return { name, args: { ...rest, ...words } }
}

const PIXELS_PER_NOTCH = 100

function openAiWish({ type, keys, ...rest }: Args): { name: string; args: Args } {
  const held = { ...rest, ...(Array.isArray(keys) && { modifiers: keys }) }
  switch (type) {
    case 'click':
      return {
        name: 'CLICK_AT',
        args: { ...held, button: rest['button'] === 'wheel' ? 'middle' : rest['button'] },
      }
    case 'double_click':
      return { name: 'CLICK_AT', args: { ...held, count: 2 } }
    case 'keypress':
      return { name: 'PRESS_KEY', args: { key: keys } }
    case 'scroll':
      return { name: 'SCROLL_AT', args: { ...held, ...wheelOf(rest) } }
    default:
      return { name: typeof type === 'string' ? type : '', args: held }
  }
}

/** Pixels as notches of the wheel, in the direction that is longer. */
function wheelOf({ scrollX, scrollY }: Args): Args {
  const [across, down] = [Number(scrollX ?? 0), Number(scrollY ?? 0)]
  const isAcross = Math.abs(across) > Math.abs(down)
  const pixels = isAcross ? across : down
  const [less, more] = isAcross ? ['left', 'right'] : ['up', 'down']
  const amount = Math.max(1, Math.round(Math.abs(pixels) / PIXELS_PER_NOTCH))
  return { direction: pixels < 0 ? less : more, amount }
}

function displayOf({ width, height }: { readonly width: number; readonly height: number }) {
  return { displayWidthPx: width, displayHeightPx: height }
}
