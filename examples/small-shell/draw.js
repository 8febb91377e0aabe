import { call, change } from './service.js'

/** How a component looks, by its type. GET /api/components lists them all, with their members. */
const drawings = {
  text: ({ text }) => element('p', text),
  heading: ({ text }) => element('h2', text),
  error: ({ message }) => element('p', message),
  row: ({ children }, around) => element('div', children, { className: 'row', around }),
  column: ({ children }, around) => element('div', children, { around }),
  card: ({ title = '', children }, around) => {
    const card = element('section', children, { className: 'box', around })
    card.prepend(element('h3', title))
    return card
  },
  button: drawButton,
  confirmation: drawConfirmation,
  todo_list: drawTodoList,
  live_timer: ({ seconds, label = 'Timer', started_at }) => {
    const end = new Date((started_at ? Date.parse(started_at) : Date.now()) + seconds * 1000)
    return element('p', `${label}: rings at ${end.toLocaleTimeString()}`)
  },
}

/** What this shell does not know it shows as it is, so that nothing is lost. */
export function draw(component, around) {
  const drawing = drawings[component.type]
  if (drawing) return drawing(component, around)
  return element('pre', JSON.stringify(component, null, 2), { className: 'box' })
}

function element(name, content, { className = '', around } = {}) {
  const made = document.createElement(name)
  made.className = className
  if (typeof content === 'string') made.textContent = content
  else made.append(...content.map((child) => draw(child, around)))
  return made
}

function button(label, press) {
  const made = element('button', label)
  made.addEventListener('click', () => {
    made.disabled = true
    press()
      .catch((error) => made.after(` ${error.message}`))
      .finally(() => (made.disabled = false))
  })
  return made
}

/** The shell only says which action of which component: the service knows what it had sent, and does that. */
function drawButton({ id, label, action }, { runId, begin, add }) {
  return button(label, async () => {
    const body = { run_id: runId, component_id: id, action_path: '/action' }
    const { answer } = await call('POST', '/chat/action', { body })
    if (answer.run_id) begin(action.message, answer.run_id)
    if (answer.open?.url) window.open(answer.open.url, '_blank', 'noopener')
    add(answer.components)
  })
}

/** A question about exactly these arguments. It is answered once, and not after `expires_at`. */
function drawConfirmation({ confirmation_id, title, message, args }, { add }) {
  const box = element('section', [], { className: 'box' })
  const decide = async (approved) => {
    const { answer } = await call('POST', '/api/confirm', { body: { confirmation_id, approved } })
    box.replaceChildren(element('p', `${title} ${answer.status}.`))
    add(answer.components)
  }
  const answers = element('div', [], { className: 'row' })
  answers.append(
    button('Approve', () => decide(true)),
    button('Reject', () => decide(false)),
  )
  box.append(
    element('h3', title),
    element('p', message),
    element('pre', JSON.stringify(args, null, 2)),
    answers,
  )
  return box
}

/** A stateful widget: its id is its key in the store. Every list of that id shows the same, in every tab. */
function drawTodoList({ id, title = id }) {
  const box = element('section', [], { className: 'box' })
  box.dataset.key = id
  const refresh = async () => {
    const { answer } = await call('GET', `/api/store/${encodeURIComponent(id)}`)
    box.replaceChildren(element('h3', title), ...(answer.items ?? []).map(drawItem))
  }
  const drawItem = (item) => {
    const label = element('label', '')
    label.style.display = 'block'
    const tick = Object.assign(document.createElement('input'), { type: 'checkbox', checked: item.done })
    const toggled = (value) => ({
      ...value,
      items: value.items.map((each) => (each.id === item.id ? { ...each, done: tick.checked } : each)),
    })
    tick.addEventListener('change', () => void change(id, toggled))
    label.append(tick, ` ${item.text}`)
    return label
  }
  box.addEventListener('changed', refresh)
  void refresh()
  return box
}

/** Draws anew what shows this key; without one, all that shows something stored. */
export function storeChanged(key) {
  const shown = [...document.querySelectorAll('[data-key]')]
  for (const box of shown)
    if (key === undefined || box.dataset.key === key) box.dispatchEvent(new Event('changed'))
}
