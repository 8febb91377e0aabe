// The pages of the guides: search, and a copy button for each example. Text only ever enters as text.
import { createSearch } from './search.js'

const input = document.querySelector('#search')
const found = document.querySelector('#found')
let searching

function load() {
  searching ??= fetch('/docs/search.json')
    .then((response) => response.json())
    .then(({ entries }) => createSearch(entries))
    .catch(() => {
      searching = undefined
      return undefined
    })
  return searching
}

input.addEventListener('focus', load)
input.addEventListener('input', () => void show())
input.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') close()
  if (event.key === 'Enter') current()?.click()
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  move(event.key === 'ArrowDown' ? 1 : -1)
})
addEventListener('keydown', (event) => {
  const isTyping = /^(?:INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '')
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  input.focus()
})
addEventListener('click', (event) => {
  if (!event.target.closest('.search')) close()
})

async function show() {
  const question = input.value.trim()
  const search = await load()
  if (question !== input.value.trim()) return
  if (question === '') return close()
  const entries = search?.(question)
  found.replaceChildren(...(entries?.length ? entries.map(result) : [nothing(entries, question)]))
  found.hidden = false
  input.setAttribute('aria-expanded', 'true')
  if (entries?.length) choose(found.firstElementChild)
}

function result({ address, title, heading, text }, place) {
  const link = document.createElement('a')
  link.id = `found-${place}`
  link.href = address
  link.setAttribute('role', 'option')
  link.tabIndex = -1
  link.append(
    element('strong', heading || title),
    element('span', heading ? title : ''),
    element('small', text.slice(0, 140)),
  )
  link.addEventListener('click', close)
  return link
}

function nothing(entries, question) {
  const words = entries
    ? `Nothing found for “${question}”. Try other or fewer words.`
    : "The search couldn't be loaded. Is Deskhand still running?"
  return element('p', words)
}

function element(name, text) {
  const node = document.createElement(name)
  node.textContent = text
  return node
}

function current() {
  return found.querySelector('[aria-selected=true]')
}

function choose(link) {
  current()?.removeAttribute('aria-selected')
  link.setAttribute('aria-selected', 'true')
  link.scrollIntoView({ block: 'nearest' })
  input.setAttribute('aria-activedescendant', link.id)
}

function move(by) {
  const all = [...found.querySelectorAll('a')]
  if (all.length > 0) choose(all[(all.indexOf(current()) + by + all.length) % all.length])
}

function close() {
  found.hidden = true
  input.setAttribute('aria-expanded', 'false')
  input.removeAttribute('aria-activedescendant')
}

for (const block of document.querySelectorAll('pre')) {
  const button = element('button', 'Copy')
  button.type = 'button'
  button.addEventListener('click', async () => {
    const done = await navigator.clipboard.writeText(block.querySelector('code').textContent).then(
      () => 'Copied',
      () => 'Select the text to copy it',
    )
    button.textContent = done
    setTimeout(() => (button.textContent = 'Copy'), 2_000)
  })
  const frame = element('div', '')
  frame.className = 'example'
  block.replaceWith(frame)
  frame.append(block, button)
}

// The reference was at this address before: /docs#store.put still leads to its operation.
if (location.pathname === '/docs' && /^#[a-z_]+\.[a-zA-Z]+$/.test(location.hash))
  location.replace(`/docs/api${location.hash}`)
