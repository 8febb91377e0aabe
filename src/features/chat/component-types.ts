import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { ComponentDefinition } from '../../contract/component.ts'
import { knownTypes, type KnownTypes } from './components/known-types.ts'

/** What df, free, ps and demo are made of. All of them together take three megabytes. */
const firstTypes = [
  'text',
  'table',
  'gauge',
  'metric',
  'grid',
  'error',
  'live_weather',
  'news_ticker',
  'todo_list',
  'calendar_view',
  'list',
  'card',
  'data_bound',
]
/** What most other answers are made of; once somebody talks, the room for them is well spent. */
const otherTypes = ['row', 'button', 'profile', 'confirmation']
/** Between two types, so that nobody waits for several. */
const PAUSE_MS = 200

/** The component types, loaded when they are first needed, and compiled ahead of the answers that need them. */
export class ComponentTypes {
  readonly #loadDefinitions: () => Promise<{ readonly definitions: readonly ComponentDefinition[] }>
  #known: Promise<KnownTypes> | undefined
  #warming: 'nothing' | 'first' | 'all' = 'nothing'

  constructor(loadDefinitions: () => Promise<{ readonly definitions: readonly ComponentDefinition[] }>) {
    this.#loadDefinitions = loadDefinitions
  }

  readonly load = (): Promise<KnownTypes> => {
    this.#known ??= this.#loadDefinitions().then(({ definitions }) => knownTypes(definitions))
    return this.#known
  }

  /** Some time after the start, when nobody has said anything yet. */
  async warmFirst(): Promise<void> {
    if (this.#warming !== 'nothing') return
    this.#warming = 'first'
    const known = await this.load()
    for (const type of firstTypes) {
      // Whoever asks in between does not wait for all of them.
      await nextTurn()
      compile(known, type)
    }
  }

  /** Once somebody talks. */
  async warmAll(): Promise<void> {
    if (this.#warming === 'all') return
    this.#warming = 'all'
    const known = await this.load()
    for (const type of otherTypes) {
      await sleep(PAUSE_MS, undefined, { ref: false })
      compile(known, type)
    }
  }
}

function compile(known: KnownTypes, type: string): void {
  const { definition, check } = known.get(type) ?? {}
  check?.({ ...definition?.example, type })
}
