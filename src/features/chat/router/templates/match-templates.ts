import { aheadOf, type Program, type Step } from './compile-template.ts'
import { tokensIn, type Fold, type Token } from './parse-template.ts'
import type { SlotKind, Capture } from './slot-kind.ts'

export interface Match<Owner> {
  readonly owner: Owner
  readonly template: string
  readonly captures: readonly Capture[]
  /** How many words of the sentence are words of the template: the more, the surer it is meant. */
  readonly literal: number
}

interface Entry<Owner> {
  readonly owner: Owner
  readonly program: Program
  /** When it was added: of two that fit alike the first one counts. */
  readonly order: number
}

/** How the words of a language are compared. */
export interface WordRules {
  readonly fold?: Fold
  /** Words that may stand anywhere but at the beginning of what is written down: "bitte". */
  readonly fillers?: ReadonlySet<string>
}

/** Finds the templates that a whole sentence fits. Takes time in proportion to the sentence and to what may fit. */
export class TemplateIndex<Owner, Context> {
  readonly #kinds: Readonly<Record<string, SlotKind<Context>>>
  readonly #rules: WordRules
  readonly #entries: Entry<Owner>[] = []
  /** Those that need no word: whatever is said may fit them. */
  readonly #always: Entry<Owner>[] = []
  #byWord: ReadonlyMap<string, readonly Entry<Owner>[]> | undefined

  constructor(kinds: Readonly<Record<string, SlotKind<Context>>>, rules: WordRules = {}) {
    this.#kinds = kinds
    this.#rules = rules
  }

  add(owner: Owner, program: Program): void {
    const { template, needed } = program
    const kinds = program.steps.flatMap((step) => (step.type === 'slot' ? [step.kind] : []))
    for (const kind of kinds)
      if (!this.#kinds[kind])
        throw new Error(`The template "${template}" has a slot of a kind "${kind}" that is not known.`)
    const isTold = needed.length > 0
    if (!isTold && !kinds.some((kind) => this.#kinds[kind]!.isTelling))
      throw new Error(`The template "${template}" has no word that must be said.`)
    const entries = isTold ? this.#entries : this.#always
    entries.push({ owner, program, order: this.#entries.length + this.#always.length })
    this.#byWord = undefined
  }

  /** The surest first. */
  match(text: string, context: Context): Match<Owner>[] {
    const tokens = tokensIn(text, this.#rules.fold)
    if (tokens.length === 0) return []
    const words = [...new Set(tokens.map(({ word }) => word))]
    const values = new Values(text, { tokens, kinds: this.#kinds, context })
    const found: (Match<Owner> & { readonly order: number })[] = []
    for (const { owner, program, order } of this.#candidates(words)) {
      if (!mayFit(program, words, tokens.length)) continue
      const captures = new Walk(program, values, this.#rules.fillers).captures()
      if (!captures) continue
      const taken = captures.reduce((sum, { from, to }) => sum + to - from, 0)
      const { template } = program
      found.push({ owner, template, order, captures: captures.map(shown), literal: tokens.length - taken })
    }
    return found.toSorted((a, b) => b.literal - a.literal || a.order - b.order)
  }

  #candidates(words: readonly string[]): ReadonlySet<Entry<Owner>> {
    const byWord = (this.#byWord ??= indexed(this.#entries))
    const candidates = new Set(this.#always)
    for (const word of words) for (const entry of byWord.get(word) ?? []) candidates.add(entry)
    return candidates
  }
}

/** Each is found by those of its words that the fewest others have: "the" says less than "reminder". */
function indexed<Owner>(entries: readonly Entry<Owner>[]): Map<string, Entry<Owner>[]> {
  const counts = new Map<string, number>()
  for (const { program } of entries)
    for (const word of new Set(program.needed.flatMap((words) => [...words])))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  const costOf = (words: ReadonlySet<string>) => [...words].reduce((sum, word) => sum + counts.get(word)!, 0)
  const index = new Map<string, Entry<Owner>[]>()
  for (const entry of entries) {
    const rarest = entry.program.needed.reduce((best, words) => (costOf(words) < costOf(best) ? words : best))
    for (const word of rarest) {
      const found = index.get(word) ?? []
      found.push(entry)
      index.set(word, found)
    }
  }
  return index
}

/** Whether the words that it cannot do without are said. */
function mayFit(program: Program, words: readonly string[], length: number): boolean {
  const { words: first, least } = aheadOf(program, program.start)
  if (length < least || (first && !first.has(words[0]!))) return false
  return program.needed.every((set) => words.some((word) => set.has(word)))
}

interface Taken extends Capture {
  readonly from: number
  readonly to: number
}

function shown({ name, kind, text, value }: Taken): Capture {
  return { name, kind, text, value }
}

/** What stretches of a sentence stand for, each read once however many templates ask. */
class Values<Context> {
  readonly tokens: readonly Token[]
  readonly #text: string
  readonly #kinds: Readonly<Record<string, SlotKind<Context>>>
  readonly #context: Context
  readonly #known = new Map<string, Map<number, Capture | undefined>>()

  constructor(
    text: string,
    options: {
      readonly tokens: readonly Token[]
      readonly kinds: Readonly<Record<string, SlotKind<Context>>>
      readonly context: Context
    },
  ) {
    this.#text = text
    this.tokens = options.tokens
    this.#kinds = options.kinds
    this.#context = options.context
  }

  kind(name: string): SlotKind<Context> {
    return this.#kinds[name]!
  }

  read(kind: string, from: number, to: number): Omit<Capture, 'name'> | undefined {
    const known = this.#known.get(kind) ?? new Map<number, Capture | undefined>()
    const key = from * this.tokens.length + to
    if (known.has(key)) return known.get(key)
    this.#known.set(kind, known)
    const { keepsSigns = false, read } = this.#kinds[kind]!
    const end = keepsSigns ? (this.tokens[to]?.start ?? this.#text.length) : this.tokens[to - 1]!.end
    const text = this.#text.slice(this.tokens[from]!.start, end).trimEnd()
    const value = read(text, this.#context)
    const capture = value === undefined ? undefined : { name: '', kind, text, value }
    known.set(key, capture)
    return capture
  }
}

/** One way through one template. A place that led nowhere is not tried again, so that the time stays bounded. */
class Walk<Context> {
  readonly #program: Program
  readonly #values: Values<Context>
  readonly #fillers: ReadonlySet<string> | undefined
  readonly #dead = new Set<number>()
  readonly #taken: Taken[] = []

  constructor(program: Program, values: Values<Context>, fillers: ReadonlySet<string> | undefined) {
    this.#program = program
    this.#values = values
    this.#fillers = fillers
  }

  captures(): readonly Taken[] | undefined {
    return this.#go(this.#program.start, 0) ? this.#taken : undefined
  }

  #go(at: number, position: number): boolean {
    const step = this.#program.steps[at]!
    // A word is compared as fast as it is remembered.
    if (step.type !== 'either' && step.type !== 'slot') return this.#try(step, at, position)
    const key = at * (this.#values.tokens.length + 1) + position
    if (this.#dead.has(key)) return false
    if (this.#try(step, at, position)) return true
    this.#dead.add(key)
    return false
  }

  #try(step: Step, at: number, position: number): boolean {
    const { tokens } = this.#values
    if (step.type === 'either') return this.#choose(step.ways, position)
    if (this.#fillers && this.#isFiller(step, position) && this.#go(at, position + 1)) return true
    if (step.type === 'end') return position === tokens.length
    if (step.type === 'slot') return this.#fill(step, position)
    if (step.type === 'constant') return this.#tell(step, position)
    const isSaid = position < tokens.length && step.words.has(tokens[position]!.word)
    return isSaid && this.#go(step.next, position + 1)
  }

  #choose(ways: readonly number[], position: number): boolean {
    for (const way of ways) if (this.#mayContinue(way, position) && this.#go(way, position)) return true
    return false
  }

  /** What follows a colon is written down from its first word on. */
  #isFiller({ type }: Step, position: number): boolean {
    const { tokens } = this.#values
    if (!this.#fillers?.has(tokens[position]?.word ?? '')) return false
    return type !== 'slot' || tokens[position - 1]?.word !== ':'
  }

  #tell({ name, value, next }: { name: string; value: unknown; next: number }, at: number): boolean {
    this.#taken.push({ name, kind: 'constant', text: '', value, from: at, to: at })
    if (this.#go(next, at)) return true
    this.#taken.pop()
    return false
  }

  /** What follows a slot says where it can end, so that most stretches are never read. */
  #mayContinue(at: number, position: number): boolean {
    const { tokens } = this.#values
    const { words, canEnd, least } = aheadOf(this.#program, at)
    if (position === tokens.length) return canEnd
    if (position + least > tokens.length) return false
    const { word } = tokens[position]!
    return words === undefined || words.has(word) || (this.#fillers?.has(word) ?? false)
  }

  /** As few words as possible, for what follows says where a slot ends; or as many. */
  #fill({ name, kind, next }: { name: string; kind: string; next: number }, from: number): boolean {
    const { longest, isGreedy = false } = this.#values.kind(kind)
    const most = Math.min(this.#values.tokens.length - from, longest)
    for (let size = 1; size <= most; size++) {
      const to = from + (isGreedy ? most + 1 - size : size)
      if (!this.#mayContinue(next, to)) continue
      const capture = this.#values.read(kind, from, to)
      if (!capture) continue
      this.#taken.push({ ...capture, name, from, to })
      if (this.#go(next, to)) return true
      this.#taken.pop()
    }
    return false
  }
}
