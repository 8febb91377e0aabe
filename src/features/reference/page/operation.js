// One operation of the reference, whole.
import { choices, code, element, example, table } from './elements.js'
import { curlFor, commandFor, typescriptFor } from './requests.js'
import { typeCell } from './types.js'
import { tryIt } from './try-it.js'

/** The service that the examples call: this one, or the reader's own where only these pages are served. */
const { service } = document.documentElement.dataset
const origin = service ?? location.origin

export function drawOperation(body, operation, document_) {
  const { description } = operation
  body.append(
    ...(description ? [element('p', {}, description)] : []),
    ...parameters(operation, document_),
    ...requestBody(operation, document_),
    element('h3', {}, 'Example'),
    choices('How to call it', [
      { name: 'curl', text: curlFor(operation, origin) },
      { name: 'TypeScript', text: typescriptFor(operation, origin) },
      { name: 'Command line', text: commandFor(operation) },
    ]),
    ...(service === undefined ? [tryIt(operation)] : []),
    ...responses(operation, document_),
  )
}

function parameters({ parameters: list }, document_) {
  if (list.length === 0) return []
  const rows = list.map((parameter) => [
    code(parameter.name),
    parameter.in,
    typeCell(parameter.schema, document_),
    parameter.required ? 'needed' : defaultOf(parameter.schema),
    parameter.description ?? '',
  ])
  return [element('h3', {}, 'Parameters'), table(['name', 'in', 'type', '', 'meaning'], rows)]
}

function requestBody({ requestBody: body }, document_) {
  const json = body?.content?.['application/json']
  if (!json) return []
  return [element('h3', {}, 'Body'), ...members(json.schema, document_)]
}

function responses({ responses: answers }, document_) {
  return Object.entries(answers).flatMap(([status, answer]) => {
    const [type, media] = Object.entries(answer.content ?? {})[0] ?? []
    const isProblem = type === 'application/problem+json'
    const told = isProblem ? `(${answer.description})` : `${answer.description}, ${type}`
    const title = element('h3', {}, `${status} ${told}`)
    if (isProblem || !media) return [title]
    const shown = media.example === undefined ? [] : [example(JSON.stringify(media.example, null, 2))]
    return [title, ...members(media.schema, document_), ...shown]
  })
}

function members(schema, document_) {
  const cell = typeCell(schema, document_, { isOpen: true })
  return typeof cell === 'string' ? [] : [cell]
}

function defaultOf(schema = {}) {
  return schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`
}
