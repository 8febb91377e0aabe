import type { Component } from '../../../contract/component-schema.ts'
import type { Database } from '../../../platform/database/database.ts'
import { showWords } from '../actions/plain-words.ts'
import { typeOf } from '../components/check-components.ts'
import type { Members } from '../components/json-schema.ts'
import { childLists, type KnownTypes } from '../components/known-types.ts'
import type { Taints } from '../model/taint.ts'
import { knownAddresses } from './address-book.ts'
import { holdComponent, type HeldComponent } from './hold-component.ts'
import { mayLoad, type Judging } from './judge-address.ts'
import { MarkdownPictures } from './markdown-pictures.ts'

/** What of a model's answer may be sent as it is. Every component and every text of a model goes through it. */
export interface AnswerGate {
  /** For text that comes piece by piece. */
  readonly openText: () => Pick<MarkdownPictures, 'push' | 'end'>
  /** A component as it may be sent, and what to keep in the transaction in which it is written. */
  readonly take: (component: Component, known: KnownTypes) => Taken
}

export interface Taken {
  readonly component: Component
  readonly keep: (() => void) | undefined
}

export interface GateDeps {
  readonly database: Database
  readonly taints: Pick<Taints, 'of'>
}

export function answerGate(
  { database, taints }: GateDeps,
  { session_id, run_id }: { session_id: string; run_id: string },
): AnswerGate {
  // Looked up each time: a conversation reads more while it is answered.
  const judging = (): Judging => ({
    isPrivate: taints.of(session_id).private,
    known: knownAddresses(database, session_id),
  })
  return {
    openText: () => new MarkdownPictures((address) => mayLoad(address, 'picture', judging())),
    take(written, known) {
      const { component, held } = holdComponent(written, { known, judging: judging() })
      if (taints.of(session_id).untrusted) showAllWords(component, known)
      return {
        component,
        keep: held.length === 0 ? undefined : () => keepHeld(database, held, { session_id, run_id }),
      }
    },
  }
}

function showAllWords(component: Members, known: KnownTypes): void {
  const type = known.get(typeOf(component))
  if (!type) return
  showWords(component, type.schema)
  for (const { list } of childLists(component, type))
    for (const child of list as Members[]) showAllWords(child, known)
}

function keepHeld(
  database: Database,
  held: readonly HeldComponent[],
  { session_id, run_id }: { session_id: string; run_id: string },
): void {
  const insert = database.prepare(
    'INSERT INTO held_components (id, session_id, run_id, component) VALUES (?, ?, ?, ?)',
  )
  for (const { id, component } of held) insert.run(id, session_id, run_id, JSON.stringify(component))
}
