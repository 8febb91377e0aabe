import type { SeenElement, View } from './view.ts'

export interface Wanted {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

/** Gives the next answer of the model, which may want several actions, and brings what it is sent then. */
export type Act = (wanted: readonly Wanted[]) => Promise<View>

/** What needs no look before it. */
export type Step =
  | ({ readonly click: Label } & Meant)
  | { readonly choose: Label; readonly option: string }
  | { readonly type: string; readonly clear?: boolean; readonly submit?: boolean }
  | { readonly press: string }

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
const TRIES = 3
/** How many actions one answer may have. */
const AT_ONCE = 8

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
    await this.together(...keys.map((key) => ({ press: key })))
  }

  async click(label: Label, meant?: Meant): Promise<void> {
    await this.together({ click: label, ...meant })
  }

  /** Into what has the focus. */
  async type(text: string, how: { readonly clear?: boolean; readonly submit?: boolean } = {}): Promise<void> {
    await this.together({ type: text, ...how })
  }

  /** Into the field of this label. */
  async fill(label: Label, text: string, meant: Meant = {}): Promise<void> {
    await this.together(...filled(label, text, meant))
  }

  /** In one answer, as far as that goes: what is clicked must be told of all at once. */
  async together(...steps: readonly Step[]): Promise<void> {
    const targets = steps.map(targetOf).filter((target) => target !== null)
    const has = ({ elements }: View) => targets.every(({ label, meant }) => match(elements, label, meant))
    if (targets.length > 0) await this.until(targets.map(({ label }) => told(label)).join(' and '), has)
    let left = steps.map((step) => wantedFor(step, this.#view))
    while (left.length > 0) {
      const now = left.slice(0, AT_ONCE)
      this.#view = await this.#act(now)
      const done = this.#view.results.findIndex((result) => result.startsWith('Not done:'))
      if (done === 0) throw new Lost(`It could not do ${JSON.stringify(now[0])}. ${this.#view.results[0]}`)
      left = done < 0 ? left.slice(AT_ONCE) : left.slice(done)
    }
  }

  /** Again as long as it is told that nothing has changed: a program that is still loading takes no keys. */
  async pressUntil(key: string, label: Label, meant: Meant = {}): Promise<void> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      await this.press(key)
      if (!this.#view.told.includes('Nothing has changed')) break
    }
    await this.find(label, meant)
  }

  /** An option of a box. */
  async choose(label: Label, option: string): Promise<void> {
    await this.together({ choose: label, option })
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
    this.#view = await this.#act([{ name, args }])
    return this.#view.told
  }
}

type Label = string | RegExp

/** As steps of a form. */
export function filled(label: Label, text: string, meant: Meant = {}): Step[] {
  return [
    { click: label, role: /text|entry|spin|combo|edit|field/, ...meant },
    { type: text, clear: true },
  ]
}

/** Into a date field of a page in American English, which takes month, day and year one after the other. */
export function filledDate(label: string, { year, month, day }: Day): Step[] {
  const digits = [month, day].map((part) => String(part).padStart(2, '0')).join('')
  return [{ click: new RegExp(`^month.*${label}`, 'i'), role: /spin/ }, { type: `${digits}${year}` }]
}

/** What it needs to be told of. */
function targetOf(step: Step): { readonly label: Label; readonly meant: Meant } | null {
  if ('choose' in step) return { label: step.choose, meant: { role: /combo|list|select/ } }
  return 'click' in step ? { label: step.click, meant: step } : null
}

function wantedFor(step: Step, { elements }: View): Wanted {
  if ('press' in step) return { name: 'PRESS_KEY', args: { key: step.press } }
  if ('type' in step) {
    const { type: text, ...how } = step
    return { name: 'TYPE_TEXT', args: { text, ...how } }
  }
  const { label, meant } = targetOf(step)!
  const { id } = match(elements, label, meant)!
  if ('choose' in step) return { name: 'SELECT_OPTION', args: { id, option: step.option } }
  return { name: 'CLICK_ELEMENT', args: { id, reason: `It is ${told(label)}.` } }
}

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
