import type { StreamEvent } from '../../../contract/endpoint.ts'
import type { RunEvent, RunFact } from '../runs/run-event.ts'

export type FactOf<Type extends RunFact['type']> = Extract<RunFact, { type: Type }>

/** What each kind of fact is in another protocol. */
export type Tellers = { readonly [Type in RunFact['type']]: (fact: FactOf<Type>) => readonly object[] }

export function tellWith(tellers: Tellers, fact: RunFact): readonly object[] {
  const teller = tellers[fact.type] as (fact: RunFact) => readonly object[]
  return teller(fact)
}

/** How one reader is told of a run. It remembers what it has told, so it must see the run from its start. */
export type Projection = (event: RunEvent) => readonly object[]

/** The native form: the events as they are kept. */
export async function* nativeEvents(events: AsyncIterable<RunEvent>): AsyncIterable<StreamEvent> {
  for await (const { seq, fact, json } of events) yield { id: seq, type: fact.type, data: fact, json }
}

/**
 * The same run in another protocol. One event may become several: the last of them has its number, so that whoever
 * comes back with it has had all of them.
 */
export async function* projectedEvents(
  events: AsyncIterable<RunEvent>,
  project: Projection,
  { after = 0, closing }: { after?: number; closing?: string } = {},
): AsyncIterable<StreamEvent> {
  for await (const event of events) {
    const told = project(event)
    if (event.seq <= after) continue
    for (const [index, data] of told.entries()) {
      const type = 'type' in data ? String(data.type) : 'message'
      yield index === told.length - 1 ? { id: event.seq, type, data } : { type, data }
    }
  }
  if (closing !== undefined) yield { type: 'done', data: {}, json: closing }
}
