import type { StreamEvent } from '../../contract/endpoint.ts'

/** Server-sent events, or one JSON object a line. */
export type EventFormat = 'sse' | 'ndjson'

const sharedFrames: Record<EventFormat, WeakMap<StreamEvent, Buffer>> = {
  sse: new WeakMap(),
  ndjson: new WeakMap(),
}

/**
 * An event as it goes over the wire. One that has its JSON with it goes to many readers: its bytes are made once, and
 * what waits in hundreds of connections is one buffer, not hundreds of copies.
 */
export function eventFrame(event: StreamEvent, format: EventFormat): Buffer {
  const known = sharedFrames[format].get(event)
  if (known) return known
  const frame = Buffer.from(format === 'sse' ? sseText(event) : `${jsonLine(event)}\n`)
  if (event.json !== undefined) sharedFrames[format].set(event, frame)
  return frame
}

function sseText(event: StreamEvent): string {
  const id = event.id === undefined ? '' : `id: ${oneLine(String(event.id))}\n`
  return `event: ${oneLine(event.type)}\n${id}data: ${jsonLine(event)}\n\n`
}

/** A line break inside JSON can only stand between its parts, where a space means the same. */
function jsonLine(event: StreamEvent): string {
  return oneLine(event.json ?? JSON.stringify(event.data))
}

/** A line break would end the field, and what follows would be read as a field of its own. */
function oneLine(text: string): string {
  return text.includes('\n') || text.includes('\r') ? text.replaceAll(/[\r\n]+/g, ' ') : text
}
