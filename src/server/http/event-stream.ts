import type { ServerResponse } from 'node:http'
import { eventFrame, type EventFormat } from '../../platform/sockets/event-frame.ts'
import { pumpEvents, type PumpedEvents, type PumpEnd } from '../../platform/sockets/event-pump.ts'

const HEARTBEAT_MS = 15_000
const MAX_GRACE_MS = 5_000

const contentType: Record<EventFormat, string> = {
  sse: 'text/event-stream; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
}

export interface EventStreamOptions {
  readonly response: ServerResponse
  readonly events: PumpedEvents
  /** Aborts when the service stops: the stream then ends with `bye`. */
  readonly stopping: AbortSignal
  readonly format: EventFormat
  readonly heartbeatMs?: number
}

/**
 * Answers with a stream of events and resolves when it is over, however it ended. Headers that were already set stay.
 * It writes no faster than the client reads; whether a slow client is waited for is the source's to say.
 */
export async function sendEventStream(options: EventStreamOptions): Promise<PumpEnd> {
  const { response, events, stopping, format, heartbeatMs = HEARTBEAT_MS } = options
  writeHead(response, format)
  // Tells a client that went without a word from one that is only quiet, also where no heartbeat can be written.
  response.socket?.setKeepAlive(true, heartbeatMs)
  return await pumpEvents({
    output: response,
    events,
    encode: (event) => eventFrame(event, format),
    stopping,
    graceMs: Math.min(heartbeatMs, MAX_GRACE_MS),
    // A line that is no object would be one surprise too many for a reader of NDJSON.
    heartbeat: { everyMs: heartbeatMs, text: format === 'sse' ? ': keep-alive\n\n' : '' },
  })
}

function writeHead(response: ServerResponse, format: EventFormat): void {
  if (response.destroyed) return
  response.setHeader('content-type', contentType[format])
  response.setHeader('cache-control', 'no-store')
  // A proxy in front that collects the answer before it passes it on would make a stream pointless.
  response.setHeader('x-accel-buffering', 'no')
  response.writeHead(200)
  response.flushHeaders()
}
