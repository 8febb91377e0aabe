// The example of an operation, in the words of those who call it.

/** `/api/store/{key}` with the values of the example, and those of the query that it cannot do without. */
export function exampleAddress({ path, parameters }, valueOf = (parameter) => parameter.example) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const value = valueOf(parameters.find((parameter) => parameter.name === name) ?? {})
    return encodeURIComponent(value ?? name)
  })
  const query = parameters
    .filter(
      (parameter) =>
        parameter.in === 'query' && valueOf(parameter) !== undefined && valueOf(parameter) !== '',
    )
    .map((parameter) => [parameter.name, String(valueOf(parameter))])
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query)}`
}

export function exampleBody({ requestBody: body }) {
  return body?.content?.['application/json']?.example
}

export function curlFor(operation, origin) {
  const body = exampleBody(operation)
  const method = operation.method.toUpperCase()
  const parts = [
    'curl',
    ...(method === (body === undefined ? 'GET' : 'POST') ? [] : [`-X ${method}`]),
    quoted(`${origin}${exampleAddress(operation)}`),
    ...(body === undefined
      ? []
      : ["-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(body))}`]),
  ]
  return parts.join(' ')
}

export function typescriptFor(operation, origin) {
  const body = exampleBody(operation)
  const method = operation.method.toUpperCase()
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(body === undefined
      ? []
      : [
          "headers: { 'content-type': 'application/json' }",
          `body: JSON.stringify(${JSON.stringify(body, null, 2)})`,
        ]),
  ]
  const inner = options.map((option) => `  ${option.replaceAll('\n', '\n  ')},\n`).join('')
  const given = options.length === 0 ? '' : `, {\n${inner}}`
  return [
    `const response = await fetch(${JSON.stringify(`${origin}${exampleAddress(operation)}`)}${given})`,
    'if (!response.ok) throw new Error((await response.json()).detail)',
    isJson(operation) ? 'const answer = await response.json()' : 'const answer = await response.text()',
  ].join('\n')
}

export function commandFor({ operationId, parameters, ...operation }) {
  const flags = parameters
    .filter(({ required }) => required)
    .map(({ name, example: value }) => `--${name} ${value ?? '…'}`)
  const body = exampleBody(operation)
  if (body !== undefined) flags.push(`--body ${quoted(JSON.stringify(body))}`)
  return ['deskhand api', operationId, ...flags].join(' ')
}

function isJson({ responses }) {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  return Object.keys(success?.content ?? {}).includes('application/json')
}

function quoted(text) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
