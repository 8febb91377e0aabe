import { GrowingText } from '../../../../platform/language/growing-text.ts'
import { ComponentBlock, type BlockPart } from './component-block.ts'
import { couldBeginAlone, couldBeginComponent, isFenceOfComponents, isOwnFence } from './component-signs.ts'

/** A piece of what a model writes, told as soon as it is known what it is. */
export type AnswerPart = BlockPart | { readonly type: 'reasoning'; readonly delta: string }

export interface SplitterOptions {
  /** Whether a component type is one that can be drawn. */
  readonly knows: (type: string) => boolean
}

/** Where in the text the next character stands. */
type State =
  | { readonly at: 'prose' }
  /** In a fence that is not about components, or could not be. */
  | { readonly at: 'code'; readonly ticks: number }
  | { readonly at: 'thinking'; readonly close: string }
  | {
      readonly at: 'block'
      readonly block: ComponentBlock
      readonly fence: number
      readonly loose: boolean
      /** As it was written, until it is sure that it is about components. */
      readonly raw: GrowingText
    }

const TICKS = '```'
const MAX_FENCE_LINE_LENGTH = 100
const MAX_UNSURE = 65_536
/** How a text begins shows in so many characters whether it can be a component. */
const MAX_BEGINNING_LENGTH = 200
/** What was held for a component and is none is looked through once more, as far as that can never become much work. */
const MAX_SECOND_LOOK_LENGTH = 400
const tags = ['<think>', '<thinking>', '<reasoning>']

/**
 * Parts what a model writes into prose, reasoning and components, character by character: however the text is cut into
 * pieces on its way, the result is the same. Prose goes out at once; JSON that could be a component is held until it is
 * known to be one, and then never shown as text.
 */
export class AnswerSplitter {
  readonly #knows: (type: string) => boolean
  #state: State = { at: 'prose' }
  /** Characters that may begin a fence or a tag. */
  #held = ''
  #lineIsBlank = true
  #codeMarks = 0
  #ticks = 0
  /** After a component that stood alone: brackets and commas left over from it are not prose. */
  #afterBlock = false
  #parts: AnswerPart[] = []
  #keys = 0

  constructor({ knows }: SplitterOptions) {
    this.#knows = knows
  }

  push(text: string): AnswerPart[] {
    let rest = text
    while (rest !== '') rest = this.#takeSome(rest)
    return this.#told()
  }

  /** The text has ended, or broke off. */
  end(): AnswerPart[] {
    const state = this.#state
    if (state.at === 'block') this.#cutBlock(state)
    else if (state.at === 'thinking') this.#tell({ type: 'reasoning', delta: this.#held })
    else this.#say(this.#held)
    this.#held = ''
    this.#state = { at: 'prose' }
    return this.#told()
  }

  /** Plain prose is taken as a whole, anything else one character after the other. */
  #takeSome(text: string): string {
    const isPlain = this.#state.at === 'prose' && this.#held === '' && !this.#afterBlock
    const plain = isPlain ? /^[^`{[<]*/.exec(text)![0] : ''
    if (plain !== '') {
      this.#say(plain)
      return text.slice(plain.length)
    }
    this.#take(text[0]!)
    return text.slice(1)
  }

  #take(character: string): void {
    const state = this.#state
    if (state.at === 'prose') this.#takeProse(character)
    else if (state.at === 'code') this.#takeCode(character, state.ticks)
    else if (state.at === 'thinking') this.#takeThought(character, state.close)
    else this.#takeInBlock(character, state)
  }

  #takeProse(character: string): void {
    if (this.#held !== '') return this.#takeHeld(character)
    if (this.#afterBlock) {
      if (/[\s\]},;]/.test(character)) return
      this.#afterBlock = false
      this.#lineIsBlank = true
    }
    if (this.#lineIsBlank && (character === '`' || character === '<')) this.#held = character
    else if ((character === '{' || character === '[') && this.#codeMarks % 2 === 0)
      this.#beginLoose(character)
    else this.#say(character)
  }

  #takeHeld(character: string): void {
    const held = this.#held + character
    this.#held = ''
    if (held.startsWith('<')) return this.#takeTag(held)
    const [, ticks = '', name = ''] = /^(`*)\s*(\S*)/.exec(held.slice(0, -1))!
    const word = name.toLowerCase()
    if (held.length > MAX_FENCE_LINE_LENGTH) this.#sayAgain(held)
    else if (character === '`' && word === '') this.#held = held
    // A fence has no backticks on its line: this is code within a sentence.
    else if (ticks.length < TICKS.length || character === '`') this.#sayAgain(held)
    else this.#takeFence(held, { ticks: ticks.length, word })
  }

  #takeFence(held: string, fence: { ticks: number; word: string }): void {
    const last = held.at(-1)!
    if (last === '\n') this.#beginFence(held, fence)
    // The JSON may follow on the line of the fence.
    else if ((last === '{' || last === '[') && isFenceOfComponents(fence.word)) {
      this.#beginFence(held.slice(0, -1), fence)
      this.#take(last)
    } else if (held.length > MAX_FENCE_LINE_LENGTH) this.#sayAgain(held)
    else this.#held = held
  }

  #takeTag(held: string): void {
    const tag = tags.find((one) => one === held)
    if (tag !== undefined) this.#state = { at: 'thinking', close: tag.replace('<', '</') }
    else if (tags.some((one) => one.startsWith(held))) this.#held = held
    else this.#sayAgain(held)
  }

  #beginFence(held: string, { ticks, word }: { ticks: number; word: string }): void {
    this.#lineIsBlank = true
    this.#codeMarks = 0
    if (!isFenceOfComponents(word)) {
      this.#say(held)
      this.#ticks = 0
      this.#state = { at: 'code', ticks }
      return
    }
    this.#ticks = 0
    const block = this.#newBlock(isOwnFence(word))
    this.#state = { at: 'block', block, fence: ticks, loose: false, raw: new GrowingText(held) }
  }

  /** JSON without a fence. In the middle of a line it must say at once that it is a component. */
  #beginLoose(character: string): void {
    const loose = this.#lineIsBlank
    const raw = new GrowingText()
    const state: State = { at: 'block', block: this.#newBlock(false), fence: 0, loose, raw }
    this.#state = state
    this.#takeInBlock(character, state)
  }

  #newBlock(isCertain: boolean): ComponentBlock {
    return new ComponentBlock({ isCertain, knows: this.#knows, nextKey: () => (this.#keys += 1) })
  }

  #takeInBlock(character: string, state: State & { at: 'block' }): void {
    const { block, fence } = state
    if (fence > 0 && character === '`' && (this.#lineIsBlank || !block.isInText)) {
      this.#ticks += 1
      if (this.#ticks === fence) this.#endFence(state)
      return
    }
    const written = '`'.repeat(this.#ticks) + character
    this.#ticks = 0
    for (const one of written) this.#feed(one, state)
  }

  #feed(character: string, state: State & { at: 'block' }): void {
    const { block, fence } = state
    if (block.state === 'unsure') state.raw.add(character)
    const endsParagraph = character === '`' || (character === '\n' && this.#lineIsBlank)
    if (character === '\n') this.#lineIsBlank = true
    else if (character !== ' ' && character !== '\t') this.#lineIsBlank = false
    block.take(character)
    if (block.state === 'unsure' && this.#cannotBe(state, endsParagraph)) return this.#giveBack(state)
    if (block.state === 'refused') return this.#refuse(state)
    this.#tellAll(block.parts())
    if (!block.isOver || fence > 0) return
    this.#state = { at: 'prose' }
    this.#afterBlock = true
    this.#codeMarks = 0
  }

  /** Whether an unfenced text has stopped looking like the beginning of a component. */
  #cannotBe({ raw, fence, loose, block }: State & { at: 'block' }, endsParagraph: boolean): boolean {
    if (raw.length > MAX_UNSURE) return true
    if (fence > 0) return false
    if (loose && endsParagraph && !block.isInText) return true
    if (raw.length > MAX_BEGINNING_LENGTH) return false
    const beginning = raw.toString()
    return !(loose ? couldBeginAlone : couldBeginComponent)(beginning)
  }

  /** It was no component: the first character is prose, and what follows may begin something else. */
  #giveBack({ raw, fence }: State & { at: 'block' }): void {
    this.#state = fence > 0 ? { at: 'code', ticks: fence } : { at: 'prose' }
    if (fence > 0 || raw.length > MAX_SECOND_LOOK_LENGTH) this.#say(raw.toString())
    else this.#sayAgain(raw.toString())
  }

  /** It was other JSON, which belongs to the prose as it stands. */
  #refuse(state: State & { at: 'block' }): void {
    const { raw, fence, block, loose } = state
    if (fence === 0 && (!block.isOver || !loose)) return this.#giveBack(state)
    this.#say(raw.toString())
    this.#state = fence > 0 ? { at: 'code', ticks: fence } : { at: 'prose' }
  }

  #endFence(state: State & { at: 'block' }): void {
    const { block, fence, raw } = state
    this.#ticks = 0
    this.#state = { at: 'prose' }
    this.#lineIsBlank = true
    this.#codeMarks = 0
    if (block.state === 'unsure') return this.#say(raw.toString() + '`'.repeat(fence))
    block.cut()
    this.#tellAll(block.parts())
    this.#afterBlock = true
  }

  #cutBlock({ block, raw: written, fence }: State & { at: 'block' }): void {
    const raw = written.toString()
    const json = fence > 0 ? raw.slice(raw.search(/[{[]/)) : raw
    if (block.state === 'unsure' && (raw === '' || !couldBeginComponent(json)))
      return this.#say(raw + '`'.repeat(this.#ticks))
    block.state = 'sure'
    block.cut()
    this.#tellAll(block.parts())
  }

  #takeCode(character: string, ticks: number): void {
    this.#ticks = character === '`' && (this.#lineIsBlank || this.#ticks > 0) ? this.#ticks + 1 : 0
    this.#say(character)
    if (this.#ticks === ticks) {
      this.#state = { at: 'prose' }
      this.#ticks = 0
      this.#codeMarks = 0
    }
  }

  #takeThought(character: string, close: string): void {
    this.#held += character
    if (this.#held === close) {
      this.#held = ''
      this.#state = { at: 'prose' }
      this.#lineIsBlank = true
      return
    }
    let from = 0
    while (!close.startsWith(this.#held.slice(from))) from += 1
    this.#tell({ type: 'reasoning', delta: this.#held.slice(0, from) })
    this.#held = this.#held.slice(from)
  }

  /** The first character is prose for certain; the others are looked at again. */
  #sayAgain(text: string): void {
    this.#say(text.slice(0, 1))
    let rest = text.slice(1)
    while (rest !== '') rest = this.#takeSome(rest)
  }

  #say(text: string): void {
    const line = text.lastIndexOf('\n') + 1
    if (line > 0) {
      this.#lineIsBlank = true
      this.#codeMarks = 0
    }
    const rest = text.slice(line)
    this.#lineIsBlank &&= rest.trim() === ''
    this.#codeMarks += rest.split('`').length - 1
    this.#tell({ type: 'text', delta: text })
  }

  #tellAll(parts: readonly AnswerPart[]): void {
    for (const part of parts) this.#tell(part)
  }

  #tell(part: AnswerPart): void {
    if ('delta' in part && part.delta === '') return
    const last = this.#parts.at(-1)
    if (last && 'delta' in last && 'delta' in part && last.type === part.type)
      this.#parts[this.#parts.length - 1] = { type: last.type, delta: last.delta + part.delta }
    else this.#parts.push(part)
  }

  #told(): AnswerPart[] {
    return this.#parts.splice(0)
  }
}
