import { capital } from '../../../../platform/language/capital.ts'
import { properName } from '../../../../platform/language/values/places.ts'
import type { Slots } from '../readers/reader.ts'
import type { Caught } from './language-kinds.ts'
import type { SaidName } from './value-words.ts'
import type { Capture } from '../templates/slot-kind.ts'

const MAX_KEPT = 26

/** The words of a person that are hidden in an English sentence, and put back into what is read from it. */
export class OwnWords {
  readonly #kept: string[] = []
  /** Several things together, as they were said: "Brot und Butter". */
  readonly #together = new Map<string, string>()
  readonly #names: readonly SaidName[]
  readonly #captures: readonly Capture[]

  constructor(captures: readonly Capture[]) {
    this.#captures = captures
    this.#names = captures.flatMap(({ value }) => (isValue(value) ? value.names : []))
  }

  get areTooMany(): boolean {
    return this.#kept.length > MAX_KEPT
  }

  /** What a slot caught, in English; words of the person's own are hidden behind a word that means nothing. */
  inEnglish(name: string): string | undefined {
    const texts = this.#captures
      .filter((capture) => capture.name === name)
      .map((capture) => this.#text(capture))
    return texts.length === 0 ? undefined : texts.join(' ')
  }

  restore(slots: Slots): Slots {
    return this.#restored(slots) as Slots
  }

  #text({ value, kind }: Capture): string {
    if (kind === 'constant') return String(value)
    if (isValue(value)) return value.english
    const { kept, said } = value as Extract<Caught, { kept: unknown }>
    const english = kept.map((words) => hidden(this.#kept.push(words) - 1)).join(' and ')
    this.#together.set(english, said)
    return english
  }

  #restored(value: unknown): unknown {
    if (typeof value === 'string') return this.#restoredText(value)
    if (Array.isArray(value)) return value.map((one) => this.#restored(one))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [this.#restoredWords(name), this.#restored(one)]),
    )
  }

  /** Places and feasts are told as they were said. */
  #restoredText(text: string): string {
    const name = this.#names.find(([english]) => english.toLowerCase() === text.toLowerCase())
    return name ? properName(name[1]) : this.#restoredWords(text)
  }

  #restoredWords(text: string): string {
    if (text.includes(' and ') && this.#together.has(text)) return this.#together.get(text)!
    return text.replaceAll(/\bzq([a-z])z\b/gi, (found, letter: string) => {
      const words = this.#kept[letter.toLowerCase().codePointAt(0)! - FIRST_LETTER] ?? found
      return found.startsWith('Z') ? capital(words) : words
    })
  }
}

const FIRST_LETTER = 97

/** Long enough to be no word, and of letters only, so that it can be a name. */
function hidden(index: number): string {
  return `zq${String.fromCodePoint(FIRST_LETTER + index)}z`
}

function isValue(value: unknown): value is Extract<Caught, { english: string }> {
  return typeof value === 'object' && value !== null && 'english' in value
}
