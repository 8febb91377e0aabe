import type { SeenElement, View } from './view.ts'

export interface Wanted {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

/** Gives the next answer of the model, and brings what it is sent then. */
export type Act = (wanted: Wanted) => Promise<View>

export interface Meant {
  /** Words of the role, where several elements have the name. */
  readonly role?: RegExp
  /** Which of those that are left, from 0; -1 is the last. */
  readonly nth?: number
}

interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** What it waited for has not come. */
export class Lost extends Error {}

const PATIENCE = 40

/**
 * What a scripted model can do: it finds what it acts on by the words that it was sent, as a model does, and waits for what it
 * does not see yet. Where the service tells nothing or something wrong, it is lost.
 */
export class Hand {
  readonly #act: Act
  #view: View

  constructor(first: View, act: Act) {
    this.#view = first
    this.#act = act
  }

  get window(): string {
    return this.#view.window
  }

  async open(name: string, window: RegExp): Promise<void> {
    await this.do('OPEN_APP', { name })
    await this.until(`a window like ${window.source}`, (view) => window.test(view.window))
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.do('PRESS_KEY', { key })
  }

  async click(label: Label, meant?: Meant): Promise<void> {
    const { id } = await this.find(label, meant)
    const reason = `It is ${told(label)}.`
    const answer = this.#view.tools.has('CLICK')
      ? await this.do('CLICK', { element: id, reason })
      : await this.do('CLICK_ELEMENT', { id, reason })
    if (answer.startsWith('Not done:')) throw new Lost(`It could not click ${told(label)}. ${answer}`)
  }

  /** Into what has the focus. */
  async type(text: string, how: { readonly clear?: boolean; readonly submit?: boolean } = {}): Promise<void> {
    await this.do('TYPE_TEXT', { text, ...how })
  }

  /** Into the field of this label. */
  async fill(label: Label, text: string, how: Meant & { readonly submit?: boolean } = {}): Promise<void> {
    const { submit, ...meant } = how
    await this.click(label, { role: /text|entry|spin|combo|edit|field/, ...meant })
    await this.type(text, { clear: true, ...(submit !== undefined && { submit }) })
  }

  /** An option of a list that opens. */
  async choose(label: Label, option: string): Promise<void> {
    await this.click(label, { role: /combo|list|select/ })
    await this.click(option, { role: /item|option/ })
  }

  /** Into a date field of a page in American English, which takes month, day and year one after the other. */
  async fillDate(label: string, { year, month, day }: Day): Promise<void> {
    await this.click(new RegExp(`^month.*${label}`, 'i'), { role: /spin/ })
    const digits = [month, day].map((part) => String(part).padStart(2, '0')).join('')
    await this.type(`${digits}${year}`)
  }

  /** Words anywhere on a page, also where it would have to be scrolled. */
  async search(words: string, pattern: RegExp): Promise<string> {
    if (this.#view.tools.has('FIND_ON_SCREEN')) {
      await this.do('FIND_ON_SCREEN', { text: words })
    } else {
      await this.press('ctrl+f')
      await this.type(words, { submit: true })
      await this.press('Escape')
    }
    return this.read(pattern)
  }

  /** Waits until an element of this label is told of. */
  async find(label: Label, meant: Meant = {}): Promise<SeenElement> {
    let found: SeenElement | undefined
    await this.until(told(label), (view) => (found = match(view.elements, label, meant)) !== undefined)
    return found!
  }

  /** Waits for words anywhere in what is told, and gives their first group. */
  async read(pattern: RegExp): Promise<string> {
    let found: RegExpExecArray | null = null
    await this.until(pattern.source, ({ told: words }) => (found = pattern.exec(words)) !== null)
    return found![1] ?? found![0]
  }

  async untilWindow(title: RegExp): Promise<void> {
    await this.until(`a window like ${title.source}`, ({ window }) => title.test(window))
  }

  /** Until an element of this kind has the keyboard: keys that come before are lost in many programs. */
  async untilFocus(role: RegExp): Promise<void> {
    await this.until(`the focus in something like ${role.source}`, ({ elements }) =>
      elements.some((one) => role.test(one.role) && one.states.includes('focused')),
    )
  }

  async until(what: string, is: (view: View) => boolean): Promise<void> {
    for (let looks = 0; !is(this.#view); looks += 1) {
      if (looks >= PATIENCE) throw new Lost(`It never saw ${what}. Last it was told: ${this.#view.told}`)
      // Never twice the same: who waits is not lost.
      if (looks > 1) await this.do('WAIT', { ms: 200 + looks * 10 })
      if (this.#view.elements.length === 0 && !is(this.#view)) await this.do('READ_SCREEN', {})
    }
  }

  async do(name: string, args: Readonly<Record<string, unknown>>): Promise<string> {
    this.#view = await this.#act({ name, args })
    return this.#view.told
  }
}

type Label = string | RegExp

function told(label: Label): string {
  return typeof label === 'string' ? `"${label}"` : `something like ${label.source}`
}

function match(elements: readonly SeenElement[], label: Label, meant: Meant): SeenElement | undefined {
  const { role = /./, nth = 0 } = meant
  const fitting = elements.filter((one) => role.test(one.role))
  const named = fitting.filter((one) => isNamed(one, label))
  const left = named.length > 0 ? named : fitting.filter((one) => isLabelled(one, elements, label))
  return left.at(nth)
}

/** Some programs say nowhere which label belongs to a field; it is told right before it. */
function isLabelled(one: SeenElement, elements: readonly SeenElement[], label: Label): boolean {
  const before = elements[elements.indexOf(one) - 1]
  return (
    before !== undefined &&
    /label|static/.test(before.role) &&
    !/button|menu/.test(one.role) &&
    isNamed(before, label)
  )
}

function isNamed({ name }: SeenElement, label: Label): boolean {
  if (typeof label !== 'string') return label.test(name)
  return name === label || (bare(label) !== '' && bare(name) === bare(label))
}

/** Without what a program puts around a label. */
function bare(label: string): string {
  return label
    .replace(/(?:…|\.{3}|:|\*)\s*$/, '')
    .trim()
    .toLowerCase()
}
