/** The data of server-sent events, one by one. Comments keep the connection alive and are left out. */
export async function* eventsOf<Event>(body: AsyncIterable<Uint8Array>): AsyncGenerator<Event> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    const data = lines.filter((line) => line.startsWith('data:'))
    yield* data.map((line) => JSON.parse(line.slice(5)) as Event)
  }
}
