import type { CommandCall, ServiceRequest } from './command.ts'
import { openResponse, refusal } from './running-service.ts'

/** The events of a stream of the service, one by one, from the moment that it is open. */
export async function openEvents<Event>(
  call: Pick<CommandCall, 'flags' | 'environment' | 'reach'>,
  request: ServiceRequest,
): Promise<AsyncGenerator<Event>> {
  const response = await openResponse(call, request)
  if (!response.ok || !response.body) throw refusal(await response.text(), response.status)
  return eventData<Event>(response.body)
}

/** The data of server-sent events. Comments keep the connection alive and are left out. */
async function* eventData<Event>(body: AsyncIterable<Uint8Array>): AsyncGenerator<Event> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    const data = lines.filter((line) => line.startsWith('data:'))
    yield* data.map((line) => JSON.parse(line.slice(5)) as Event)
  }
}
