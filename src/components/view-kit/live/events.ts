import type { Static } from '../../../contract/type.ts'
import type { eventTypes } from '../../../contract/event-types.ts'

type Definition = (typeof eventTypes)[number]

/** An event of the bus as it is on the wire: `{seq, type, at}` and the members of its type. */
export type ShellEvent = {
  [D in Definition as D['type']]: {
    readonly seq: number
    readonly type: D['type']
    readonly at: string
  } & Static<D['data']>
}[Definition['type']]

export type EventOf<Type extends ShellEvent['type']> = Extract<ShellEvent, { readonly type: Type }>

export type Connection = 'connecting' | 'open' | 'lost'

/** The one connection that carries everything that happens. */
export interface EventFeed {
  /** Calls for each event of that type, until the answer is called. */
  on<Type extends ShellEvent['type']>(type: Type, listener: (event: EventOf<Type>) => void): () => void
  /** Calls for every event. */
  onAny(listener: (event: ShellEvent) => void): () => void
  /** Calls whenever something may have been missed: what is shown should be fetched anew. */
  onResync(listener: () => void): () => void
  readonly connection: () => Connection
  readonly onConnection: (listener: () => void) => () => void
}
