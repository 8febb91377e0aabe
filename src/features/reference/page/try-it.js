// Sends the request of an operation to this very service, and answers what it asks.
import { element, example } from './elements.js'
import { exampleAddress, exampleBody } from './requests.js'

const MAX_SHOWN = 20_000

export function tryIt(operation) {
  const body = exampleBody(operation)
  const fields = operation.parameters
    .filter((parameter) => parameter.in === 'path' || parameter.in === 'query')
    .map((parameter) => ({ parameter, ...field(parameter) }))
  const text =
    body === undefined
      ? undefined
      : element('textarea', { rows: '6', spellcheck: 'false', 'aria-label': 'Body as JSON' })
  if (text) text.value = JSON.stringify(body, null, 2)
  const answer = element('div', { class: 'answer', 'aria-live': 'polite' })
  const send = element('button', { type: 'submit', class: 'send' }, `Send to this service`)
  const form = element('form', {}, ...fields.map(({ label }) => label), ...(text ? [text] : []), send)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const valueOf = (wanted) => fields.find(({ parameter }) => parameter === wanted)?.input.value
    send.disabled = true
    await call(
      { method: operation.method, address: exampleAddress(operation, valueOf), body: text?.value },
      answer,
    )
    send.disabled = false
  })
  return element('details', { class: 'try' }, element('summary', {}, 'Try it'), form, answer)
}

function field(parameter) {
  const input = element('input', {
    value: parameter.required ? (parameter.example ?? '') : '',
    autocomplete: 'off',
  })
  if (parameter.required) input.required = true
  return { input, label: element('label', {}, element('span', {}, parameter.name), input) }
}

async function call({ method, address, body }, answer) {
  answer.replaceChildren(element('p', {}, 'Waiting for the answer …'))
  try {
    if (body !== undefined) JSON.parse(body)
  } catch (error) {
    answer.replaceChildren(element('p', {}, `The body is not JSON: ${error.message}`))
    return
  }
  const stopped = new AbortController()
  const headers = { ...tokenHeader(), ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  try {
    const options = {
      method: method.toUpperCase(),
      headers,
      signal: stopped.signal,
      ...(body === undefined ? {} : { body }),
    }
    const response = await fetch(address, options)
    const isStream = /event-stream|ndjson/.test(response.headers.get('content-type') ?? '')
    await (isStream ? follow(response, { answer, stopped }) : show(response, answer))
  } catch (error) {
    if (!stopped.signal.aborted)
      answer.replaceChildren(element('p', {}, `Nothing came back: ${error.message}`))
  }
}

async function show(response, answer) {
  const text = await response.text()
  const json = parsed(text)
  const shown = json === undefined ? text : JSON.stringify(json, null, 2)
  const cut = shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}\n…` : shown
  answer.replaceChildren(
    element('p', {}, `${response.status} ${response.statusText}`),
    ...question(json, answer),
    ...(response.status === 401
      ? [element('p', {}, 'Open Deskhand in this browser with its token first, then try again.')]
      : []),
    ...(cut === '' ? [] : [example(cut)]),
  )
}

/** Events come as long as somebody looks. */
async function follow(response, { answer, stopped }) {
  const stop = element('button', { type: 'button' }, 'Stop')
  const lines = element('pre', { tabindex: '0' })
  stop.addEventListener('click', () => {
    stopped.abort()
    stop.remove()
  })
  answer.replaceChildren(element('p', {}, `${response.status} ${response.statusText}`), stop, lines)
  for await (const piece of response.body.pipeThrough(new TextDecoderStream()))
    lines.textContent = (lines.textContent + piece).slice(-MAX_SHOWN)
  stop.remove()
}

/** What waits for a yes is answered here as anywhere else. */
function question(json, answer) {
  const asked = json?.data?.confirmation
  if (typeof asked?.confirmation_id !== 'string') return []
  const decide = (approved) => () =>
    call(
      {
        method: 'post',
        address: '/api/confirm',
        body: JSON.stringify({ confirmation_id: asked.confirmation_id, approved }),
      },
      answer,
    )
  const button = (label, approved) => {
    const made = element('button', { type: 'button' }, label)
    made.addEventListener('click', decide(approved))
    return made
  }
  return [
    element('p', {}, asked.message ?? asked.title ?? 'This needs your approval.'),
    element('p', {}, button('Approve', true), ' ', button('Reject', false)),
  ]
}

function tokenHeader() {
  const token = sessionStorage.getItem('deskhand.token') ?? localStorage.getItem('deskhand.token')
  return token === null ? {} : { authorization: `Bearer ${token}` }
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
