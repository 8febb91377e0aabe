export interface ServerSentEvent {
  readonly id: string | undefined
  readonly data: string
}

/**
 * Reads server-sent events from the body of a fetch. `EventSource` would do it too, but it cannot send the token, nor a
 * body, nor say why it was refused.
 */
export async function* serverSentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  let rest = ''
  for await (const text of body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)) {
    rest += text
    const frames = rest.split(/\r?\n\r?\n/)
    rest = frames.pop() ?? ''
    for (const frame of frames) {
      const event = readFrame(frame)
      if (event) yield event
    }
  }
}

function readFrame(frame: string): ServerSentEvent | undefined {
  let id: string | undefined
  const data: string[] = []
  for (const line of frame.split(/\r?\n/)) {
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? []
    if (field === 'data') data.push(value)
    if (field === 'id') id = value
  }
  return data.length > 0 ? { id, data: data.join('\n') } : undefined
}
