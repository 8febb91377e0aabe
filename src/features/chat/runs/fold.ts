import type { Component } from '../../../contract/component-schema.ts'
import { applyPatch } from '../../../contract/json-patch.ts'
import { GrowingText } from '../../../platform/language/growing-text.ts'
import type { Route } from '../answering.ts'
import type { RunFact } from './run-event.ts'

/** What a run amounts to: the answer of POST /chat. */
export interface Answer {
  readonly components: readonly Component[]
  readonly session_id: string
  readonly run_id: string
  readonly route: Route
}

/** A component in its place; null when it was taken away. */
interface Slot {
  readonly id: string
  readonly component: Component | null
  readonly loading: boolean
  /** Of a text that is being said: all of it, for whoever reads the component. */
  readonly said?: GrowingText
}

export const noRoute: Route = { by: 'suggestions', score: null, candidates: [] }

/** The one way from the events of a run to its answer, for a run that goes on and for one that is replayed. */
export function foldRun(facts: Iterable<RunFact>): Answer {
  const answer = new AnswerFold()
  for (const fact of facts) answer.take(fact)
  return answer.result()
}

/** The same, fact by fact. */
export class AnswerFold {
  readonly #slots: Slot[] = []
  #head: Pick<Answer, 'session_id' | 'run_id' | 'route'> = { session_id: '', run_id: '', route: noRoute }

  /** How many places are taken; the next component or text gets this one. */
  get size(): number {
    return this.#slots.length
  }

  /** Tools, steps, notices and the like are part of the story, not of the answer. */
  take(fact: RunFact): void {
    if (fact.type === 'run.start')
      this.#head = { session_id: fact.session_id, run_id: fact.run_id, route: fact.route }
    else if (fact.type === 'text.delta') this.#say(fact.id, fact.delta)
    else if (fact.type === 'component.add') this.#place(fact)
    else if (fact.type === 'component.patch')
      this.#change(fact.id, (component) => applyPatch(component, fact.patch))
    else if (fact.type === 'component.remove') this.#change(fact.id, () => null)
    else if (fact.type === 'run.error') this.#slots.push(failureSlot(fact))
  }

  /** As it stands; undefined when there is none of that id, or only its skeleton. */
  find(id: string): Component | undefined {
    const slot = this.#slots.findLast((one) => one.id === id)
    return !slot || slot.loading ? undefined : (shownIn(slot) ?? undefined)
  }

  /** Skeletons that nothing came for. */
  unfilled(): string[] {
    return this.#slots.filter(({ loading, component }) => loading && component !== null).map(({ id }) => id)
  }

  indexOf(id: string): number {
    return this.#slots.findLastIndex((slot) => slot.id === id)
  }

  /** The text at the end of the answer, if the answer ends with one. */
  lastText(): { readonly index: number; readonly component: Component } | undefined {
    const slot = this.#slots.at(-1)
    const component = slot && shownIn(slot)
    return component?.type === 'text' ? { index: this.#slots.length - 1, component } : undefined
  }

  components(): Component[] {
    return this.#slots.flatMap((slot) => (slot.loading ? [] : (shownIn(slot) ?? [])))
  }

  result(): Answer {
    return { components: this.components(), ...this.#head }
  }

  #say(id: string, delta: string): void {
    const last = this.#slots.length - 1
    const slot = this.#slots[last]
    if (slot?.id !== id || slot.component === null) {
      this.#slots.push({ id, component: textComponent(id), loading: false, said: new GrowingText(delta) })
      return
    }
    if (slot.said) return slot.said.add(delta)
    const said = new GrowingText(`${String(slot.component['text'])}${delta}`)
    this.#slots[last] = { ...slot, said }
  }

  #place({ index, component, status }: Extract<RunFact, { type: 'component.add' }>): void {
    this.#slots[index] = { id: String(component['id']), component, loading: status === 'loading' }
  }

  #change(id: string, make: (component: Component) => Component | null): void {
    const index = this.indexOf(id)
    const slot = this.#slots[index]
    const component = slot && shownIn(slot)
    if (!component) return
    this.#slots[index] = { id: slot.id, component: make(component), loading: slot.loading }
  }
}

function shownIn({ component, said }: Slot): Component | null {
  return component && said ? { ...component, text: said.toString() } : component
}

/** With the defaults of its declaration: what leaves the service is always whole. */
function textComponent(id: string): Component {
  return { type: 'text', id, text: '', format: 'markdown', size: 'normal', tone: 'neutral' }
}

/** A failed answer shows why: who asked by POST /chat sees no other event. */
function failureSlot({ code, message, retryable }: Extract<RunFact, { type: 'run.error' }>): Slot {
  const id = 'run_error'
  return { id, component: { type: 'error', id, message, code, retryable }, loading: false }
}
