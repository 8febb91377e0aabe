// The reference page: reads /openapi.json and draws it. Text only ever enters as text, never as markup.
import { element } from './elements.js'
import { drawOperation } from './operation.js'

const content = document.querySelector('#content')
const status = document.querySelector('#status')
const search = document.querySelector('#search')

const openapi = await fetch('/openapi.json')
  .then((response) => response.json())
  .catch(() => null)
if (openapi) draw(openapi)
else status.textContent = "Couldn't read the interface. Is Deskhand still running?"

function draw(document_) {
  document.querySelector('#version').textContent = document_.info.version
  const groups = Map.groupBy(operationsOf(document_), (operation) => operation.tags[0])
  const navigation = document.querySelector('#navigation')
  status.textContent = ''
  for (const [name, operations] of groups) {
    const title = titleOf(name)
    navigation.append(element('a', { href: `#${name}` }, title))
    const cards = operations.map((operation) => card(operation, document_))
    content.append(element('section', { 'data-group': name }, element('h2', { id: name }, title), ...cards))
  }
  search.addEventListener('input', () => filter(search.value))
  openTarget()
  addEventListener('hashchange', openTarget)
}

function titleOf(name) {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function operationsOf({ paths }) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method })),
  )
}

function card(operation, document_) {
  const { method, path, summary, operationId } = operation
  const body = element('div', { class: 'body' })
  const entry = element(
    'details',
    { id: operationId, 'data-text': `${method} ${path} ${summary} ${operationId}`.toLowerCase() },
    element(
      'summary',
      {},
      element('span', { class: `method ${method}` }, method.toUpperCase()),
      element('span', { class: 'path' }, path),
      element('span', { class: 'what' }, summary),
    ),
    body,
  )
  // Two hundred operations are drawn one by one, when they are opened; the address then names the open one.
  entry.addEventListener('toggle', () => {
    if (!entry.open) return
    if (body.childElementCount === 0) drawOperation(body, operation, document_)
    if (location.hash.slice(1) !== operationId) history.replaceState(null, '', `#${operationId}`)
  })
  return entry
}

function filter(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  let found = 0
  for (const section of content.querySelectorAll('section')) {
    let shown = 0
    for (const entry of section.querySelectorAll('details[id]')) {
      entry.hidden = !words.every((word) => entry.dataset.text.includes(word))
      if (!entry.hidden) shown += 1
    }
    section.hidden = shown === 0
    found += shown
  }
  status.replaceChildren(...(found > 0 ? [] : nothingFound(text)))
}

function nothingFound(text) {
  const clear = element('button', { type: 'button' }, 'Show all operations')
  clear.addEventListener('click', () => {
    search.value = ''
    filter('')
    search.focus()
  })
  return [`No operation matches “${text.trim()}”. `, clear]
}

function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target instanceof HTMLDetailsElement) target.open = true
  target?.scrollIntoView()
}
