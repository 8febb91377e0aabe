import { ServiceError, type CallInput } from '../../../src/components/view-kit/service.ts'
import type { Access } from '../service/access.ts'
import { serverSentEvents } from '../service/event-lines.ts'
import { refusalOf, send } from '../service/http-service.ts'
import type { RunEvent } from './answer.ts'

type Asked = NonNullable<CallInput<'POST /chat/stream'>['body']>

const LAST = new Set(['run.end', 'run.error'])
const MAX_RETURNS = 5

/** The events of answers. A connection that breaks is taken up again where it broke; the answer never notices. */
export class RunStreams {
  readonly #access: Access

  constructor(access: Access) {
    this.#access = access
  }

  async *ask(body: Asked, signal: AbortSignal): AsyncGenerator<RunEvent> {
    const response = await send(this.#access, 'POST /chat/stream', { body, signal })
    let run: string | undefined
    let last = 0
    try {
      for await (const event of eventsOf(response)) {
        if (event.type === 'run.start') run = event.run_id
        last = event.seq
        yield event
        if (LAST.has(event.type)) return
      }
    } catch (error) {
      if (signal.aborted || run === undefined) throw error
    }
    if (run !== undefined) yield* this.follow(run, last, signal)
  }

  /** A run that goes on already, from its start or from after one of its events. */
  async *follow(run: string, after: number, signal?: AbortSignal): AsyncGenerator<RunEvent> {
    let last = after
    for (let tries = 0; tries < MAX_RETURNS; tries += 1) {
      try {
        for await (const event of this.#rest(run, last, signal)) {
          last = event.seq
          tries = 0
          yield event
        }
        return
      } catch (error) {
        if (signal?.aborted === true || tries === MAX_RETURNS - 1) throw error
      }
      await new Promise((resolve) => setTimeout(resolve, 300 * 2 ** tries))
    }
  }

  /** Ends with the last event of the run; throws when the connection ends before that. */
  async *#rest(run: string, after: number, signal: AbortSignal | undefined): AsyncGenerator<RunEvent> {
    const headers = after > 0 ? { 'last-event-id': String(after) } : {}
    const input = { params: { run_id: run }, headers, signal }
    for await (const event of eventsOf(await send(this.#access, 'GET /api/runs/:run_id/events', input))) {
      yield event
      if (LAST.has(event.type)) return
    }
    throw new ServiceError({
      code: 'offline',
      status: 0,
      detail: 'The connection was lost before the answer was complete.',
    })
  }
}

async function* eventsOf(response: Response): AsyncGenerator<RunEvent> {
  if (!response.ok || !response.body) throw refusalOf(await response.text(), response.status)
  for await (const { data } of serverSentEvents(response.body)) yield JSON.parse(data) as RunEvent
}
