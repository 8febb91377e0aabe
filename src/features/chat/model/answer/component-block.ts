import { GrowingText } from '../../../../platform/language/growing-text.ts'
import { JsonWatch, type Sight } from './json-watch.ts'

/** What became of a component in the text of a model. Its `key` says which one. */
export type BlockPart =
  | { readonly type: 'announce'; readonly key: number; readonly name: string }
  /** Its JSON as it was written; `cut` when its end never came. */
  | { readonly type: 'component'; readonly key: number; readonly json: string; readonly cut: boolean }
  | { readonly type: 'text'; readonly delta: string }

export interface BlockOptions {
  /** It stands in a fence that says so; else it must prove that it is no other JSON. */
  readonly isCertain: boolean
  /** Whether a type is one that can be drawn. */
  readonly knows: (type: string) => boolean
  readonly nextKey: () => number
}

/** Members beside `components` in which models put what they say. */
const said: ReadonlySet<string> = new Set(['text', 'message', 'answer', 'reply', 'response'])

interface Element {
  readonly key: number
  readonly json: GrowingText
  readonly watch: JsonWatch
  type: 'none' | 'unknown' | 'known'
  /** What it says beside a list of components, if it turns out to hold one. */
  readonly said: string[]
}

/**
 * Reads components out of JSON while it is written: one object, a list, objects one after the other, or
 * `{"components": […]}`. Whether it is about components at all may show only after a while.
 */
export class ComponentBlock {
  /** `unsure` until a type is read; `refused` when it is other JSON or none. */
  state: 'unsure' | 'sure' | 'refused'
  /** The value is whole: what follows is not part of it. */
  isOver = false

  readonly #options: BlockOptions
  readonly #parts: BlockPart[] = []
  #element: Element | undefined
  #wrapper: JsonWatch | undefined
  #lists = 0
  /** What stands in a fence of components in place of any. */
  readonly #stray = new GrowingText()
  #hasBegun = false

  constructor(options: BlockOptions) {
    this.#options = options
    this.state = options.isCertain ? 'sure' : 'unsure'
  }

  get isInText(): boolean {
    return (this.#element?.watch ?? this.#wrapper)?.isInText ?? false
  }

  take(character: string): void {
    if (this.#element) this.#takeInElement(this.#element, character)
    else if (this.#wrapper) this.#takeInWrapper(this.#wrapper, character)
    else this.#takeBetween(character)
  }

  /** What is certain by now, in order. */
  parts(): BlockPart[] {
    return this.state === 'sure' ? this.#parts.splice(0) : []
  }

  /** Nothing more comes: what was begun is given as far as it is there. */
  cut(): void {
    const element = this.#element
    this.#element = undefined
    const stray = this.#hasBegun ? '' : this.#stray.toString()
    if (stray.trim() !== '') this.#parts.push({ type: 'text', delta: stray })
    if (element) this.#parts.push({ ...componentOf(element), cut: true })
  }

  #takeBetween(character: string): void {
    if (character === '{') return this.#begin(character)
    if (character === '[') this.#lists += 1
    else if (character === ']') this.#endList()
    else if (this.state === 'unsure' && !/[\s,}]/.test(character)) this.state = 'refused'
    else if (!this.#hasBegun) this.#stray.add(character)
  }

  #endList(): void {
    this.#lists -= 1
    this.#endValue()
  }

  /** A whole value in which no known type was read is other JSON. */
  #endValue(): void {
    if (this.#lists > 0) return
    this.isOver = true
    if (this.state === 'unsure') this.state = 'refused'
  }

  #begin(character: string): void {
    this.#hasBegun = true
    const watch = new JsonWatch()
    watch.take(character)
    this.#element = {
      key: this.#options.nextKey(),
      json: new GrowingText(character),
      watch,
      type: 'none',
      said: [],
    }
  }

  #takeInElement(element: Element, character: string): void {
    element.json.add(character)
    const sight = element.watch.take(character)
    if (sight?.kind === 'text') this.#learnText(element, sight)
    else if (sight?.kind === 'list' && sight.name === 'components' && element.type !== 'known') {
      // Inside a list of components this is one that holds others, under a name that repair knows.
      if (this.#wrapper) return
      this.#wrapper = element.watch
      this.#element = undefined
      for (const text of element.said) this.#parts.push({ type: 'text', delta: `${text}\n` })
    } else if (sight?.kind === 'closed') this.#close(element)
  }

  #learnText(element: Element, { name, value }: { name: string; value: string }): void {
    if (said.has(name)) element.said.push(value)
    if (name !== 'type' || element.type !== 'none') return
    element.type = this.#options.knows(value) ? 'known' : 'unknown'
    if (element.type === 'unknown') return
    this.state = 'sure'
    this.#parts.push({ type: 'announce', key: element.key, name: value })
  }

  #close(element: Element): void {
    this.#element = undefined
    this.#parts.push({ ...componentOf(element), cut: false })
    if (this.#wrapper) this.#wrapper.take('}')
    else this.#endValue()
  }

  #takeInWrapper(wrapper: JsonWatch, character: string): void {
    const isInList = wrapper.depth === 2 && !wrapper.isInText
    // One brace too many after a component is a common slip, and does not end the list.
    if (isInList && character === '}') return
    const sight = wrapper.take(character)
    if (isInList && character === '{') this.#begin(character)
    else if (sight) this.#learnFromWrapper(sight)
  }

  #learnFromWrapper(sight: Sight): void {
    if (sight.kind === 'text' && said.has(sight.name))
      this.#parts.push({ type: 'text', delta: `${sight.value}\n` })
    if (sight.kind !== 'closed') return
    this.#wrapper = undefined
    // An answer of no components is one all the same.
    if (this.state === 'unsure') this.state = 'sure'
    this.#endValue()
  }
}

function componentOf({ key, json }: Element) {
  return { type: 'component' as const, key, json: json.toString() }
}
