import type { Static, TObject } from 'typebox'

/** One kind of event on the bus. Its topic is its name: `store.changed` is matched by `store.*`. */
export interface EventDefinition<Type extends string = string, Data extends TObject = TObject> {
  readonly type: Type
  readonly summary: string
  readonly data: Data
  readonly example: Static<Data>
}

export function defineEvent<const Type extends string, Data extends TObject>(
  definition: EventDefinition<Type, Data>,
): EventDefinition<Type, Data> {
  return definition
}

/** What is on the wire: the event's own members beside `type`, and where it stands in the order of all events. */
export interface BusEvent {
  readonly seq: number
  readonly type: string
  readonly at: string
  readonly [member: string]: unknown
}

/** The end of the bus that a feature holds: it tells, it does not listen. */
export type Publish = <Definition extends EventDefinition>(
  definition: Definition,
  data: Static<Definition['data']>,
) => void
