import type { EventFeed } from '../../../src/components/view-kit/live/events.ts'
import type { Service } from '../../../src/components/view-kit/service.ts'
import type { RunStreams } from './run-streams.ts'

export interface ChatStoreDeps {
  readonly service: Service
  readonly events: EventFeed
  readonly streams: RunStreams
  /** The conversation got its name from the service: the address should say it. */
  readonly onSession: (sessionId: string) => void
  readonly announce: (sentence: string) => void
}
