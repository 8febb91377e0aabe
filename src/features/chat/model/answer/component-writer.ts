import { AppError } from '../../../../contract/errors.ts'
import type { Log } from '../../../../contract/log.ts'
import type { LanguageModels, ModelUsage } from '../../../models/language-model.ts'
import type { AnswerWriter } from '../../answering.ts'
import { typeOf } from '../../components/check-components.ts'
import { componentGuide } from '../../components/component-catalog.ts'
import type { KnownTypes } from '../../components/known-types.ts'
import { parseLooseJson } from '../../components/parse-loose-json.ts'
import { recognizeComponent } from '../../components/recognize-component.ts'
import { isReserved, repairComponents, type ComponentRepair } from '../../components/repair-component.ts'
import { shortened } from '../history/token-room.ts'

export interface ComponentWriterOptions {
  readonly writer: AnswerWriter
  readonly known: KnownTypes
  readonly models: LanguageModels
  readonly signal: AbortSignal
  readonly log: Log
  readonly onUsage: (usage: ModelUsage) => void
  readonly onRepair: (repair: ComponentRepair) => void
}

interface Broken {
  readonly id: string
  readonly value: unknown
  readonly json: string
  readonly reasons: readonly string[]
}

const MAX_RAW = 20_000

/** Puts what a model writes as components into the answer, each in the place where it was begun. */
export class ComponentWriter {
  readonly #options: ComponentWriterOptions
  readonly #announced = new Map<number, string>()
  #broken: Broken[] = []

  constructor(options: ComponentWriterOptions) {
    this.#options = options
  }

  /** Whether a type, or another name of one, can be drawn. */
  readonly knows = (type: string): boolean => this.#typeOf(type) !== undefined

  announce(key: number, name: string): void {
    const type = this.#typeOf(name)
    if (type !== undefined && !isReserved(type)) this.#announced.set(key, this.#options.writer.announce(type))
  }

  finish({ key, json, cut }: { key: number; json: string; cut: boolean }): void {
    const { writer } = this.#options
    const value = parseLooseJson(json)
    const id = this.#announced.get(key)
    const reasons = this.#reasonsAgainst(value)
    if (reasons.length === 0 || isReserved(typeOf(value))) {
      writer.addForeign(value, id)
      if (cut) writer.notice('warning', 'Part of the answer was cut off. It is shown as far as it came.')
    } else this.#broken.push({ id: id ?? writer.announce('card'), value, json, reasons })
  }

  /** Asks the model once to mend what cannot be drawn; what still cannot is shown as an error, with what came. */
  async mend(): Promise<void> {
    const broken = this.#broken
    this.#broken = []
    if (broken.length === 0) return
    const mended = await this.#mended(broken)
    for (const [index, { id, value, json, reasons }] of broken.entries()) {
      const better = mended[index]
      const isBetter = this.knows(typeOf(better)) && this.#reasonsAgainst(better).length === 0
      // What no object can be read from is shown as it was written.
      const came = typeOf(value) === '' && Object.keys(value as object).length === 0 ? json : value
      this.#options.writer.addForeign(isBetter ? better : came, id)
      if (isBetter) this.#options.onRepair({ type: typeOf(value), outcome: 'repaired', notes: reasons })
    }
  }

  /** Shows what cannot be drawn without asking again: the model does not answer any more. */
  giveUp(): void {
    for (const { id, value } of this.#broken) this.#options.writer.addForeign(value, id)
    this.#broken = []
  }

  #typeOf(name: string): string | undefined {
    const recognized = recognizeComponent({ type: name }, this.#options.known)
    return recognized && typeOf(recognized.members)
  }

  #reasonsAgainst(value: unknown): string[] {
    const reasons: string[] = []
    repairComponents([value], {
      known: this.#options.known,
      onRepair: ({ outcome, notes }) => {
        if (outcome === 'replaced') reasons.push(...notes)
      },
    })
    return reasons
  }

  async #mended(broken: readonly Broken[]): Promise<readonly unknown[]> {
    const { models, signal, known, log, onUsage } = this.#options
    const types = new Set(broken.map(({ value }) => this.#typeOf(typeOf(value)) ?? 'text'))
    try {
      const answer = await models.ask({
        system:
          'You mend interface components that were written wrongly as JSON. Keep what they say. Answer with nothing but ' +
          `a JSON list of the mended components, in the same order.\n\n${componentGuide(known, { types })}`,
        turns: [{ role: 'user', text: broken.map(describe).join('\n\n') }],
        signal,
      })
      onUsage(answer.usage)
      return listIn(parseLooseJson(answer.text))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      log.warn({ err: error }, "Couldn't fix a component.")
      return []
    }
  }
}

function describe({ json, reasons }: Broken, index: number): string {
  const wrong = reasons.slice(0, 5).join('; ')
  return `Component ${index + 1}. What is wrong: ${wrong}\n${shortened(json, MAX_RAW)}`
}

function listIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  const inner = (value as { components?: unknown } | null)?.components
  return Array.isArray(inner) ? inner : [value]
}
