import { draw, storeChanged } from './draw.js'
import { follow, say, watch } from './service.js'

const talk = document.querySelector('#talk')
const news = document.querySelector('#news')
let sessionId

document.querySelector('#ask').addEventListener('submit', (event) => {
  event.preventDefault()
  const { message } = event.target.elements
  if (message.value.trim() === '') return
  const text = message.value
  message.value = ''
  void show(text, say(text, sessionId))
})

watch({
  'store.changed': ({ key }) => storeChanged(key),
  notification: ({ title, message }) => (news.textContent = `${title}: ${message}`),
  // The values may have changed while the connection was away.
  resync: () => storeChanged(),
})

/** Draws an answer while it comes. */
async function show(said, events) {
  const question = talk.appendChild(document.createElement('p'))
  question.className = 'said'
  question.textContent = said
  const place = talk.appendChild(document.createElement('section'))
  const answer = { runId: undefined, components: [] }
  // What has not changed stays as it is, with whatever the person is doing in it.
  const drawn = new Map()
  const drawOnce = (component, index) => {
    const key = `${index} ${JSON.stringify(component)}`
    if (!drawn.has(key)) drawn.set(key, draw(component, surroundings(answer)))
    return drawn.get(key)
  }
  try {
    for await (const event of events) {
      take(event, answer)
      place.replaceChildren(...answer.components.map((each, index) => drawOnce(each, index)))
    }
  } catch (error) {
    place.append(`It did not work: ${error.message}`)
  }
}

/** What a component may want: to know its run, to begin another one, to show more. */
function surroundings({ runId }) {
  return {
    runId,
    begin: (text, newRun) => void show(text, follow(newRun)),
    add: (components) => {
      const more = talk.appendChild(document.createElement('section'))
      more.append(...components.map((each) => draw(each, surroundings({ runId }))))
    },
  }
}

/** One event of a run. Types that are not known are passed over: there may be new ones. */
function take(event, answer) {
  const { components } = answer
  switch (event.type) {
    case 'run.start':
      answer.runId = event.run_id
      sessionId = event.session_id
      break
    case 'text.delta': {
      const text = components.find((each) => each.id === event.id)
      if (text) text.text += event.delta
      else components.push({ type: 'text', id: event.id, text: event.delta })
      break
    }
    case 'component.add':
      // It may come before the one in front of it.
      while (components.length < event.index) components.push({ type: 'text', text: '' })
      components[event.index] = event.component
      break
    case 'component.remove':
      answer.components = components.filter((each) => each.id !== event.id)
      break
    case 'run.end':
      // The whole answer once more. A shell that wants to show changes earlier applies component.patch (RFC 6902).
      answer.components = event.components
      break
    case 'run.error':
      components.push({ type: 'error', message: event.message })
      break
  }
}
