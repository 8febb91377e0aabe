import { eventsOf } from '../client/read-events.ts'
import type { CommandCall, ServiceRequest } from './command.ts'
import { openResponse, refusal } from './running-service.ts'

/** The events of a stream of the service, one by one, from the moment that it is open. */
export async function openEvents<Event>(
  call: Pick<CommandCall, 'flags' | 'environment' | 'reach'>,
  request: ServiceRequest,
): Promise<AsyncGenerator<Event>> {
  const response = await openResponse(call, request)
  if (!response.ok || !response.body) throw refusal(await response.text(), response.status)
  return eventsOf<Event>(response.body)
}
