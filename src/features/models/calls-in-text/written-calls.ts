import { randomBytes } from 'node:crypto'
import { GrowingText } from '../../../platform/language/growing-text.ts'
import { meantName, plainName } from '../../../platform/validation/understand.ts'
import type { ModelPart, ModelRequest, Turn, WantedCall } from '../language-model.ts'
import { holdsWrittenCalls, readWrittenCalls, type WrittenCall } from './read-written-calls.ts'

type Piece = Extract<ModelPart, { type: 'text' | 'notice' | 'tool_call' }>

/** A tag or token may be this long before it is none. */
const MAX_TOKEN_LENGTH = 48
/** After this much it must be clear what was begun. */
const MAX_DOUBT_LENGTH = 400
/** `<tool_call>`, `<|tool_call|>`, `<｜tool▁calls▁begin｜>`, `[TOOL_CALLS]`, `<function=NAME>` and their like. */
const opener =
  /^(?:<[|｜]?(?:\w{1,10}[:|｜])?(?:tool|function)[▁_-]?calls?[▁_a-z]*[|｜]?>|<[|｜](?:python_tag|python_start|START_ACTION|action_start)[|｜]>|\[TOOL_CALLS?\])$/iu
const functionTag = /^<function=["']?([^"'<>\s]+)["']?>$/i
const toolTag = /<(?:function=|(?:[|｜]DSML[|｜])?invoke\s+name=)["']?([^"'<>\s]+)["']?>/i
/** Fences in which a whole answer may be a call. */
const fence = /^`{3,}[ \t]*(?:json|jsonc|tool_code|tool_calls?|function_calls?)?[ \t]*\n/i
const maybeFence = /^`{1,5}[ \t]*[a-z_]*[ \t]*$/i
/** With which members a call in JSON begins, and which of them name the tool. */
const callKeys =
  /^(?:name|tool|tool_name|tool_calls?|function|function_call|action|id|tool_call_id|arguments|parameters|args)$/
const nameKeys = /^(?:name|tool|tool_name|function|action)$/

/**
 * Weak models, and servers that do not know the form of their model, write calls into the answer. They are held back while
 * they are written, and become calls at its end. It must be plain that a call is meant: it is the last thing in the
 * answer; without a mark of its own (JSON, a code block) it is all of the answer; its tool is there; the provider told of
 * no calls itself; and nothing that the model was given holds such a text, for then it may be a quotation.
 */
export class WrittenCalls {
  readonly #isTool: (name: string) => boolean
  readonly #turns: readonly Turn[]
  /** `call` after a mark, `whole` at the beginning of the answer; `sure` once it can be nothing but a call. */
  #state: 'prose' | 'token' | 'whole' | 'call' | 'sure' = 'prose'
  #held = ''
  /** What follows once it is sure: a call may hold a whole file. */
  readonly #heldForSure = new GrowingText()
  #hasSaid = false
  #ticks = 0
  #fence = 0
  #isLineStart = true
  #codeMarks = 0
  #given: WantedCall[] = []
  #pieces: Piece[] = []

  constructor({ tools = [], isTool = () => false, turns }: ModelRequest) {
    const names = tools.map(({ name }) => name)
    this.#isTool = (name) => {
      const last = name.slice(name.lastIndexOf('.') + 1)
      return [name, last].some((one) => meantName(one, names) !== undefined || isTool(one))
    }
    this.#turns = turns
  }

  push(delta: string): Piece[] {
    if (this.#state === 'sure') {
      this.#heldForSure.add(delta)
      return []
    }
    // What cannot begin anything is taken as a whole.
    const plain = this.#state === 'prose' ? /^[^<[`{]*/.exec(delta)![0] : ''
    this.#say(plain)
    for (const character of delta.slice(plain.length)) this.#take(character)
    return this.#pieces.splice(0)
  }

  /** What the provider itself says is called. */
  give(call: WantedCall): void {
    this.#given.push(call)
  }

  end(): Piece[] {
    const held = this.#held + this.#heldForSure.toString()
    const calls = this.#state === 'prose' || held === '' ? undefined : readWrittenCalls(held, this.#isTool)
    this.#held = ''
    this.#state = 'prose'
    if (calls === undefined) this.#say(held)
    else if (this.#given.length > 0) this.#sayUnless(this.#isGiven(calls), held)
    else if (this.#mayBeQuoted()) {
      this.#say(held)
      this.#pieces.push({ type: 'notice', text: NOT_RUN })
    } else for (const call of calls) this.#pieces.push(wantedCall(call))
    return this.#pieces.splice(0)
  }

  #take(character: string): void {
    if (this.#state === 'prose') return this.#takeProse(character)
    if (this.#state === 'sure') return this.#heldForSure.add(character)
    this.#held += character
    if (this.#state === 'token') return this.#takeToken()
    const isCall = this.#state === 'call' ? this.#judgeMarked() : this.#judgeWhole()
    if (isCall === true) this.#state = 'sure'
    else if (isCall === false || this.#held.length > MAX_DOUBT_LENGTH) this.#giveBack()
  }

  #takeProse(character: string): void {
    const isCode = this.#fence > 0 || this.#codeMarks % 2 === 1
    if (!this.#hasSaid && /[`{[]/.test(character)) this.#state = 'whole'
    else if (!isCode && (character === '<' || character === '[')) this.#state = 'token'
    else return this.#say(character)
    this.#held = character
  }

  #takeToken(): void {
    const held = this.#held
    const tool = functionTag.exec(held)?.[1]
    if (tool === undefined ? opener.test(held) : this.#isTool(tool)) this.#state = 'call'
    else if (held.length > MAX_TOKEN_LENGTH || !/^(?:<[^\s<>`]*|\[[A-Z_]*)$/.test(held)) this.#giveBack()
  }

  /** What follows the mark of a call: JSON, more marks, or a name. Undefined while that is not known. */
  #judgeMarked(): boolean | undefined {
    const tool = toolTag.exec(this.#held)?.[1]
    if (tool !== undefined) return this.#isTool(tool)
    const body = this.#held.replace(/^(?:\s|[<[][^<>\]\s]{1,48}[>\]])*/, '')
    if (body === '' || body.startsWith('<')) return undefined
    return /^[{[`]/.test(body) || this.#judgeName(body)
  }

  /** The answer begins with a code block or with JSON: a call, or anything else. */
  #judgeWhole(): boolean | undefined {
    const held = this.#held
    if (maybeFence.test(held)) return undefined
    const opened = fence.exec(held)
    if (held.startsWith('`') && !opened) return false
    const body = held.slice(opened?.[0].length ?? 0).trimStart()
    if (opener.test(body)) {
      this.#state = 'call'
      return undefined
    }
    const inner = body.replace(/^\[\s*/, '')
    if (inner === '' || (body.startsWith('[') && /^[A-Z_]+$/.test(inner))) return undefined
    return inner.startsWith('{') ? this.#judgeMembers(inner) : this.#judgeName(inner)
  }

  /** JSON is a call by its first member: as soon as a name is read, it must be that of a tool. */
  #judgeMembers(text: string): boolean | undefined {
    const [, key, value] = /^\{\s*["']([^"']*)["'](?:\s*:\s*["']([^"']*)["'])?/.exec(text) ?? []
    if (key === undefined) return /^\{\s*(?:["'][^"']*)?$/.test(text) ? undefined : false
    if (key === 'type') return value === undefined ? undefined : value === 'function'
    if (!callKeys.test(key)) return false
    if (!nameKeys.test(key)) return true
    if (value !== undefined) return this.#isTool(value)
    return /:\s*\{/.test(text) ? true : undefined
  }

  #judgeName(text: string): boolean | undefined {
    const found = /^(?:print\(\s*|function<[^<>]*>)?([\p{L}\p{N}_.-]*)(?::\d*)?([^\p{L}\p{N}_.:-])?/iu.exec(
      text,
    )!
    const [, name = '', next] = found
    if (next === undefined || (next === '<' && name === 'function')) return undefined
    return this.#isTool(name.replace(/\.call$/, '')) || (name === 'functools' && next === '[')
  }

  /** It was none: the first character is prose, and what follows may begin something else. */
  #giveBack(): void {
    const [first = '', ...rest] = this.#held
    this.#held = ''
    this.#state = 'prose'
    this.#say(first)
    for (const character of rest) this.#take(character)
  }

  /** Keeps in mind whether what follows stands in code, where calls are only shown. */
  #say(text: string): void {
    if (text === '') return
    this.#hasSaid ||= text.trim() !== ''
    for (const character of text) this.#follow(character)
    const last = this.#pieces.at(-1)
    if (last?.type === 'text')
      this.#pieces[this.#pieces.length - 1] = { type: 'text', delta: last.delta + text }
    else this.#pieces.push({ type: 'text', delta: text })
  }

  #follow(character: string): void {
    if (character === '`') {
      this.#ticks += 1
      this.#codeMarks += 1
      return
    }
    if (this.#ticks >= 3 && this.#isLineStart) {
      if (this.#fence === 0) this.#fence = this.#ticks
      else if (this.#ticks >= this.#fence) this.#fence = 0
    }
    if (this.#ticks > 0) this.#isLineStart = false
    this.#ticks = 0
    if (character === '\n') {
      this.#isLineStart = true
      this.#codeMarks = 0
    } else if (!/\s/.test(character)) this.#isLineStart = false
  }

  #mayBeQuoted(): boolean {
    return this.#turns.some((turn) => holdsWrittenCalls(textOf(turn), this.#isTool))
  }

  /** Some servers tell of a call and leave it in the text as well. */
  #isGiven(calls: readonly WrittenCall[]): boolean {
    const told = this.#given.map(({ name, args }) => `${plainName(name)} ${JSON.stringify(args)}`)
    return calls.every(({ name, args }) => told.includes(`${plainName(name)} ${JSON.stringify(args)}`))
  }

  #sayUnless(isKnown: boolean, held: string): void {
    if (!isKnown) this.#say(held)
  }
}

const NOT_RUN =
  "The model wrote a tool call as text. It wasn't run because this conversation already contains such a text, which the model may only be quoting."

function wantedCall({ name, args }: WrittenCall): Piece {
  return { type: 'tool_call', call_id: `call_${randomBytes(9).toString('base64url')}`, name, args }
}

function textOf(turn: Turn): string {
  if (turn.role !== 'tool') return turn.text
  return typeof turn.result === 'string' ? turn.result : (JSON.stringify(turn.result) ?? '')
}
