import type { AnyTool } from '../../../contract/tool.ts'
import { spansIn, withoutSpans, type Span } from '../../../platform/language/spans.ts'
import { stemOf, wordsOf } from '../../../platform/language/word-stems.ts'
import { asLiteral } from './literals.ts'
import { parametersOf, type Parameter, type ParameterKind } from './parameters.ts'
import { placePaths } from './place-paths.ts'
import { contentIn, fileQueryOf, labelIn, numberFor, queryIn } from './read-values.ts'

/** What a clause says for the parameters of a tool. */
export interface ReadArguments {
  readonly args: Readonly<Record<string, unknown>>
  /** Required parameters for which it says nothing. */
  readonly missing: readonly string[]
  /** What was taken in a way that a person should look at, each as a sentence. */
  readonly doubts: readonly string[]
  /** Values in the clause that no parameter took. */
  readonly unused: number
}

/** Reads the values of a clause into the parameters that they fit. Nothing is invented: what is not said is missing. */
export function readArguments(tool: AnyTool, clause: string): ReadArguments {
  const reading = new Reading(tool, clause)
  reading.takePaths()
  for (const parameter of reading.parameters) reading.take(parameter)
  reading.takeQuotes()
  return reading.result()
}

class Reading {
  readonly parameters: readonly Parameter[]
  readonly #clause: string
  readonly #args: Record<string, unknown> = {}
  readonly #doubts: string[] = []
  readonly #free: Set<Span>

  constructor(tool: AnyTool, clause: string) {
    this.parameters = parametersOf(tool)
    this.#clause = clause
    this.#free = new Set(spansIn(clause))
  }

  takePaths(): void {
    for (const { parameter, spans } of placePaths(this.parameters, this.#clause)) {
      for (const span of spans) this.#use(span)
      const values = spans.map(({ kind, value }) => (kind === 'file_name' ? this.#atHome(value) : value))
      this.#args[parameter.name] = parameter.kind === 'paths' ? values.map(asLiteral) : asLiteral(values[0]!)
    }
  }

  take(parameter: Parameter): void {
    const { name } = parameter
    if (Object.hasOwn(this.#args, name)) return
    const value = this.#readers[parameter.kind]?.(parameter)
    if (value !== undefined) this.#args[name] = value
  }

  /** A quoted text that nothing asked for by name is for the first text that is still wanted. */
  takeQuotes(): void {
    for (const span of this.#ofKind('quoted')) {
      const open = this.parameters.find(
        ({ name, kind, required }) =>
          !Object.hasOwn(this.#args, name) &&
          (kind === 'query' || kind === 'content' || (kind === 'text' && (required || name === 'title'))),
      )
      if (!open) return
      this.#use(span)
      this.#args[open.name] = asLiteral(span.value)
    }
  }

  result(): ReadArguments {
    const missing = this.parameters
      .filter(({ name, required }) => required && !Object.hasOwn(this.#args, name))
      .map(({ name }) => name)
    const unused = [...this.#free].filter(({ kind }) => kind !== 'number')
    const doubts = [...this.#doubts, ...unused.map(({ value }) => `"${value}" isn't used`)]
    return { args: this.#args, missing, doubts, unused: unused.length }
  }

  readonly #readers: Partial<Record<ParameterKind, (parameter: Parameter) => unknown>> = {
    query: (parameter) =>
      this.#text(parameter, (clause) => {
        const query = queryIn(clause)
        return query === undefined ? undefined : fileQueryOf(query, parameter)
      }),
    content: (parameter) => (parameter.required ? this.#text(parameter, contentIn) : undefined),
    text: (parameter) => this.#text(parameter, (clause) => labelIn(clause, parameter)),
    url: () => this.#first('url'),
    choice: (parameter) => choiceIn(this.#clause, parameter),
    number: (parameter) => this.#number(parameter),
    boolean: ({ name }) => (isNamed(this.#clause, name) ? true : undefined),
    texts: (parameter) => (parameter.required ? this.#texts(parameter) : undefined),
    numbers: ({ required }) => (required ? this.#numbers() : undefined),
  }

  #text({ kind, required }: Parameter, read: (clause: string) => string | undefined): string | undefined {
    const quoted = required && kind !== 'text' ? this.#first('quoted') : undefined
    if (quoted !== undefined) return quoted
    const text = read(this.#clause)
    if (text === undefined) return undefined
    for (const span of this.#free) if (text.includes(span.value)) this.#use(span)
    return asLiteral(text)
  }

  #number(parameter: Parameter): number | undefined {
    const value = numberFor(this.#clause, parameter)
    if (value === undefined) return undefined
    const span = this.#ofKind('number').find(
      (one) => Number.parseFloat(one.value.replaceAll(',', '')) === value,
    )
    if (span) this.#use(span)
    return value
  }

  #texts({ name, description }: Parameter): string[] | undefined {
    const isForPeople = /@|\bwhom\b|\brecipients?\b/i.test(`${name} ${description}`)
    const quoted = this.#ofKind(isForPeople ? 'email' : 'quoted')
    for (const span of quoted) this.#use(span)
    if (quoted.length > 0) return quoted.map(({ value }) => asLiteral(value))
    if (!/ticker|symbol/i.test(`${name} ${description}`)) return undefined
    const symbols = withoutSpans(this.#clause).match(/\b[A-Z]{1,5}(?:[.-][A-Z]{1,2})?\b/g)
    return symbols ?? undefined
  }

  #numbers(): number[] | undefined {
    const spans = this.#ofKind('number')
    if (spans.length < 2) return undefined
    for (const span of spans) this.#use(span)
    return spans.map(({ value }) => Number.parseFloat(value.replaceAll(',', '')))
  }

  #first(kind: Span['kind']): string | undefined {
    const [span] = this.#ofKind(kind)
    if (!span) return undefined
    this.#use(span)
    return asLiteral(span.value)
  }

  #ofKind(kind: Span['kind']): Span[] {
    return [...this.#free].filter((span) => span.kind === kind)
  }

  #use(span: Span): void {
    for (const other of this.#free) if (other.start === span.start) this.#free.delete(other)
  }

  #atHome(name: string): string {
    const path = `~/${name}`
    this.#doubts.push(`${name} was taken as ${path}`)
    return path
  }
}

/** A choice that must be made may be named by its word alone; another only where the sentence speaks of it. */
function choiceIn(clause: string, { name, choices, required, schema }: Parameter): string | undefined {
  const bare = withoutSpans(clause).toLowerCase()
  const label = name.replaceAll('_', ' ')
  const others = choices.filter((choice) => required || choice !== schema.default)
  return others.find((choice) => {
    const word = choice.toLowerCase().replaceAll(/[^\p{L}\p{N} ]/gu, '.')
    if (word.length < 3) return false
    const pattern = required
      ? `\\b${word}s?\\b`
      : `\\b(?:by|as|as a|in|with) ${word}\\b|\\b${label}:? ${word}\\b|\\b${word} ${label}\\b|^${word}\\b`
    return new RegExp(pattern).test(bare)
  })
}

function isNamed(clause: string, name: string): boolean {
  const said = new Set(wordsOf(withoutSpans(clause)).map(stemOf))
  const words = name.split('_').filter((word) => word !== 'include')
  return words.every((word) => said.has(stemOf(word)))
}
