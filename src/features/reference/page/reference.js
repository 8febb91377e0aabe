// The reference page: reads /openapi.json and draws it. Text only ever enters as text, never as markup.
const content = document.querySelector('#content')
const status = document.querySelector('#status')

const openapi = await fetch('/openapi.json')
  .then((response) => response.json())
  .catch(() => null)
if (openapi) draw(openapi)
else status.textContent = 'The interface could not be read. Is the service still running?'

function draw(document_) {
  document.querySelector('#version').textContent = document_.info.version
  const groups = Map.groupBy(operationsOf(document_), (operation) => operation.tags[0])
  const navigation = document.querySelector('#navigation')
  status.remove()
  for (const [name, operations] of groups) {
    const title = titleOf(name)
    navigation.append(element('a', { href: `#${name}` }, title))
    const cards = operations.map((operation) => card(operation, document_))
    content.append(element('section', { 'data-group': name }, element('h2', { id: name }, title), ...cards))
  }
  document.querySelector('#search').addEventListener('input', (event) => filter(event.target.value))
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
  const { method, path, summary, description, operationId } = operation
  return element(
    'details',
    { id: operationId, 'data-text': `${method} ${path} ${summary} ${operationId}`.toLowerCase() },
    element(
      'summary',
      {},
      element('span', { class: `method ${method}` }, method.toUpperCase()),
      element('span', { class: 'path' }, path),
      element('span', { class: 'what' }, summary),
    ),
    element(
      'div',
      { class: 'body' },
      description ? element('p', {}, description) : '',
      ...parameters(operation),
      ...requestBody(operation, document_),
      ...responses(operation, document_),
      ...command(operation),
    ),
  )
}

function parameters({ parameters: list }) {
  if (list.length === 0) return []
  const rows = list.map((parameter) => [
    code(parameter.name),
    parameter.in,
    typeOf(parameter.schema),
    parameter.required ? 'needed' : defaultOf(parameter.schema),
    parameter.description ?? '',
  ])
  return [element('h3', {}, 'Parameters'), table(['name', 'in', 'type', '', 'meaning'], rows)]
}

function requestBody({ requestBody: body }, document_) {
  const json = body?.content?.['application/json']
  if (!json) return []
  return [element('h3', {}, 'Body'), ...members(json.schema, document_), ...example(json.example)]
}

function responses({ responses: answers }, document_) {
  return Object.entries(answers).flatMap(([code_, answer]) => {
    const [type, media] = Object.entries(answer.content ?? {})[0] ?? []
    const isProblem = type === 'application/problem+json'
    const title = element(
      'h3',
      {},
      `${code_} ${isProblem ? `(${answer.description})` : `${answer.description}, ${type}`}`,
    )
    return isProblem ? [title] : [title, ...members(media.schema, document_), ...example(media.example)]
  })
}

function members(schema, document_) {
  const resolved = resolve(schema, document_)
  const properties = Object.entries(resolved?.properties ?? {})
  if (properties.length === 0) return []
  const rows = properties.map(([name, property]) => {
    const inner = resolve(property, document_)
    const needed = resolved.required?.includes(name) ? 'always' : defaultOf(inner)
    return [code(name), typeOf(inner), needed, property.description ?? inner.description ?? '']
  })
  return [table(['member', 'type', '', 'meaning'], rows)]
}

function command({ operationId, parameters: list, requestBody: body }) {
  const flags = list
    .filter(({ required }) => required)
    .map(({ name, example: value }) => `--${name} ${value ?? '…'}`)
  const json = body?.content?.['application/json']?.example
  if (json !== undefined) flags.push(`--body '${JSON.stringify(json)}'`)
  return [
    element('h3', {}, 'Command line'),
    element('pre', {}, ['npx deskhand api', operationId, ...flags].join(' ')),
  ]
}

function example(value) {
  return value === undefined ? [] : [element('pre', {}, JSON.stringify(value, null, 2))]
}

function resolve(schema, document_) {
  const name = schema?.$ref?.split('/').at(-1)
  return name ? document_.components.schemas[name] : (schema ?? {})
}

function typeOf(schema = {}) {
  if (schema.$ref) return schema.$ref.split('/').at(-1)
  if (schema.enum) return schema.enum.join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ')
  if (schema.type === 'array') return `${typeOf(schema.items)}[]`
  return schema.type ?? 'any'
}

function defaultOf(schema = {}) {
  return schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`
}

function table(header, rows) {
  const head = element(
    'thead',
    {},
    element('tr', {}, ...header.map((title) => element('th', { scope: 'col' }, title))),
  )
  const body = rows.map((cells) => element('tr', {}, ...cells.map((cell) => element('td', {}, cell))))
  return element('table', {}, head, element('tbody', {}, ...body))
}

function code(text) {
  return element('code', {}, text)
}

function element(name, attributes, ...children) {
  const node = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value)
  node.append(...children)
  return node
}

function filter(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  for (const section of content.querySelectorAll('section')) {
    let shown = 0
    for (const entry of section.querySelectorAll('details')) {
      entry.hidden = !words.every((word) => entry.dataset.text.includes(word))
      if (!entry.hidden) shown += 1
    }
    section.hidden = shown === 0
  }
}

function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target instanceof HTMLDetailsElement) target.open = true
  target?.scrollIntoView()
}
