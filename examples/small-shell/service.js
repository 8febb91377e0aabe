// What a shell asks of the service: four ways to call it, and nothing about drawing.
const address = new URLSearchParams(location.search).get('service') ?? 'http://127.0.0.1:8000'

/** What is refused so has not begun, and may be asked again a little later. */
const LATER = ['overloaded', 'rate_limited', 'starting']

async function ask(url, options) {
  const response = await fetch(url, options)
  if (response.ok || !LATER.includes((await response.clone().json()).code)) return response
  await new Promise((resolve) => setTimeout(resolve, 2000))
  return ask(url, options)
}

/** One call. A failure is a problem with a sentence for a person in `detail`, and a `code` for programs. */
export async function call(method, path, { body, headers } = {}) {
  const response = await ask(address + path, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok) throw Object.assign(new Error(answer.detail), { code: answer.code })
  return { answer, etag: response.headers.get('etag') }
}

/** The events of a new run, one by one. A connection that drops loses nothing: the run goes on, and so does this. */
export async function* say(message, sessionId) {
  const body = JSON.stringify({ message, ...(sessionId && { session_id: sessionId }) })
  const headers = { 'content-type': 'application/json', accept: 'application/x-ndjson' }
  const response = await ask(`${address}/chat/stream`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error((await response.json()).detail)
  yield* untilEnd(response, undefined)
}

/** The events of a run that already goes on, e.g. one that a button began. */
export async function* follow(runId, after = 0) {
  const headers = { accept: 'application/x-ndjson' }
  const response = await ask(`${address}/api/runs/${runId}/events?after=${after}`, { headers })
  if (!response.ok) throw new Error((await response.json()).detail)
  yield* untilEnd(response, runId, after)
}

async function* untilEnd(response, runId, after = 0) {
  let last = after
  let run = runId
  try {
    for await (const event of lines(response.body)) {
      last = event.seq
      run ??= event.run_id
      yield event
      if (event.type === 'run.end' || event.type === 'run.error') return
    }
  } catch (error) {
    // Without its first event there is no run to go on with.
    if (run === undefined) throw error
  }
  await new Promise((resolve) => setTimeout(resolve, 1000))
  yield* follow(run, last)
}

async function* lines(stream) {
  let rest = ''
  for await (const piece of stream.pipeThrough(new TextDecoderStream())) {
    const whole = (rest + piece).split('\n')
    rest = whole.pop()
    // An empty line only says that the connection lives.
    for (const line of whole) if (line !== '') yield JSON.parse(line)
  }
}

/**
 * Everything else that happens: values that others change, questions, notifications. The browser connects again by
 * itself and says what it had last.
 */
export function watch(handlers) {
  const topics = Object.keys(handlers).join(',')
  const source = new EventSource(`${address}/api/events?topics=${topics}`)
  for (const [type, handle] of Object.entries(handlers))
    source.addEventListener(type, ({ data }) => handle(JSON.parse(data)))
  return source
}

/**
 * Changes a value of the store. The ETag makes sure that nobody's change is lost: when another tab was faster, its
 * value is read and changed in place of the old one.
 */
export async function change(key, alter) {
  const path = `/api/store/${encodeURIComponent(key)}`
  for (;;) {
    const { answer, etag } = await call('GET', path)
    try {
      return await call('POST', path, { body: alter(answer), headers: { 'if-match': etag } })
    } catch (error) {
      if (error.code !== 'precondition_failed') throw error
    }
  }
}
