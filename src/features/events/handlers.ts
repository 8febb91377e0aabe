import type { Handlers } from '../../contract/endpoint.ts'
import type { eventsContract } from './contract.ts'
import type { EventBus } from './event-bus.ts'

export interface EventsHandlersDeps {
  readonly bus: Pick<EventBus, 'subscribe'>
  readonly version: string
}

export function eventsHandlers({ bus, version }: EventsHandlersDeps): Handlers<typeof eventsContract> {
  return {
    stream({ query }, call) {
      // The header stands above the query: a browser comes back to the address it was given, with an old `after` in it.
      const after = seqOf(call.header('last-event-id')) ?? query.after
      return bus.subscribe({ topics: topicsOf(query.topics), after, version })
    },
  }
}

/** Something that is not one of our numbers is a place we do not know, which is what 0 always is. */
function seqOf(lastEventId: string | undefined): number | undefined {
  if (lastEventId === undefined || lastEventId === '') return undefined
  const seq = Number(lastEventId)
  return Number.isSafeInteger(seq) && seq >= 0 ? seq : 0
}

function topicsOf(topics: string | undefined): string[] | undefined {
  const named = topics
    ?.split(',')
    .map((topic) => topic.trim())
    .filter((topic) => topic !== '')
  return named && named.length > 0 ? named : undefined
}
