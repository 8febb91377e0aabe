import type { TSchema } from 'typebox'
import { isForPersonOnly } from '../../contract/callers.ts'
import type { AnyEndpoint, Contract } from '../../contract/endpoint.ts'
import { errorStatus, type ErrorCode } from '../../contract/errors.ts'
import { featureSummaries } from './feature-summaries.ts'

type Json = Record<string, unknown>

/** What any request can meet, whatever the endpoint. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'forbidden_origin',
  'overloaded',
]

/** The whole interface as OpenAPI 3.1, read from the same declarations that check the requests. */
export function openApiDocument(api: Readonly<Record<string, Contract>>, version: string): Json {
  const schemas = new Map<string, unknown>()
  const paths: Record<string, Json> = {}
  for (const [feature, contract] of Object.entries(api)) {
    for (const [operation, endpoint] of Object.entries(contract)) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
      paths[path] ??= {}
      paths[path][endpoint.method.toLowerCase()] = operationOf(endpoint, `${feature}.${operation}`, schemas)
    }
  }
  const components = Object.fromEntries([...schemas].toSorted(([a], [b]) => a.localeCompare(b)))
  return {
    openapi: '3.1.1',
    info: {
      title: 'Deskhand',
      version,
      description:
        'A local agent service. Errors are RFC 9457 problems. Clients should ignore unknown members.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: 'http://127.0.0.1:8000' }],
    security: [{}, { token: [] }],
    tags: Object.keys(api).map((name) => ({ name, description: featureSummaries[name] })),
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: PROBLEM, ...components },
    },
  }
}

function operationOf(endpoint: AnyEndpoint, operationId: string, schemas: Map<string, unknown>): Json {
  const body = requestBodyOf(endpoint, schemas)
  return {
    operationId,
    summary: endpoint.summary,
    ...describedAddress(endpoint),
    tags: [operationId.split('.')[0]],
    ...(endpoint.deprecated && { deprecated: true }),
    ...(endpoint.open && { security: [{}] }),
    ...(isForPersonOnly(endpoint) && { 'x-for-person-only': true }),
    parameters: [
      ...parametersOf({ where: 'path', schema: endpoint.params, example: endpoint.example.params, schemas }),
      ...parametersOf({ where: 'query', schema: endpoint.query, example: endpoint.example.query, schemas }),
      ...(endpoint.idempotencyKey ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body && { requestBody: body }),
    responses: {
      [endpoint.status ?? 200]: {
        description: endpoint.stream === true ? 'A stream of events' : 'Success',
        content: successContent(endpoint, schemas),
      },
      ...(endpoint.mayBeEmpty && { 204: { description: 'Nothing to follow' } }),
      ...problemsOf(endpoint),
    },
  }
}

/** The other address is told in words: named as a path, a generated client could not tell it from another operation's. */
function describedAddress({ description, alsoAt }: AnyEndpoint): Json {
  const other = alsoAt && `Also at \`${alsoAt.replaceAll(/:(\w+)/g, '{$1}')}\`.`
  const text = [description, other].filter(Boolean).join(' ')
  return text === '' ? {} : { description: text }
}

function successContent(endpoint: AnyEndpoint, schemas: Map<string, unknown>): Json {
  const schema = named(endpoint.result, schemas)
  if (endpoint.mediaType) return { [endpoint.mediaType]: { schema } }
  const content = { schema, example: endpoint.example.result }
  if (endpoint.stream === 'on_request')
    return { 'application/json': content, 'text/event-stream': { schema: { type: 'string' } } }
  return endpoint.stream
    ? { 'text/event-stream': content, 'application/x-ndjson': content }
    : { 'application/json': content }
}

function requestBodyOf(endpoint: AnyEndpoint, schemas: Map<string, unknown>): Json | undefined {
  if (!endpoint.body) return undefined
  const schema = endpoint.body as TSchema & { type?: string; required?: string[] }
  const json = { schema: named(schema, schemas), example: endpoint.example.body }
  const upload = {
    schema: {
      type: 'object',
      properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
    },
  }
  return {
    required: schema.type !== 'object' || (schema.required ?? []).length > 0,
    content: {
      'application/json': json,
      ...(endpoint.bodyKind === 'json_or_multipart' && { 'multipart/form-data': upload }),
    },
  }
}

interface ParameterSource {
  readonly where: 'path' | 'query'
  readonly schema: TSchema | undefined
  readonly example: Readonly<Record<string, unknown>> | undefined
  readonly schemas: Map<string, unknown>
}

function parametersOf({ where, schema, example, schemas }: ParameterSource): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    // A value with a default may be left out, though the handler always sees it.
    required: where === 'path' || (required.includes(name) && (property as Json)['default'] === undefined),
    ...((property as Json)['description'] !== undefined && {
      description: (property as Json)['description'],
    }),
    schema: named(property, schemas),
    ...(example?.[name] !== undefined && { example: example[name] }),
  }))
}

function problemsOf(endpoint: AnyEndpoint): Json {
  const forPerson: readonly ErrorCode[] = isForPersonOnly(endpoint) ? ['forbidden'] : []
  const codes = [...COMMON_ERRORS, ...forPerson, ...(endpoint.errors ?? [])]
  const byStatus = Map.groupBy(codes, (code) => errorStatus[code])
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      { description: [...new Set(group)].join(', '), content },
    ]),
  )
}

/** Replaces every schema that has a name of its own by a reference to it, and a default's member by an optional one. */
function named(schema: unknown, schemas: Map<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => named(item, schemas))
  if (schema === null || typeof schema !== 'object') return schema
  const { $id, ...rest } = schema as Json
  const inner = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, named(value, schemas)]))
  const plain = withOptionalDefaults(inner)
  if (typeof $id !== 'string') return $id === undefined ? plain : { ...plain, $id }
  schemas.set($id, plain)
  return { $ref: `#/components/schemas/${$id}` }
}

function withOptionalDefaults(schema: Json): Json {
  const { properties, required } = schema
  if (!Array.isArray(required) || typeof properties !== 'object' || properties === null) return schema
  const members = properties as Record<string, Json>
  const needed = (required as string[]).filter((name) => members[name]?.['default'] === undefined)
  const { required: _, ...rest } = schema
  return needed.length > 0 ? { ...rest, required: needed } : rest
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Repeating the same key and body within 24 hours returns the same answer without doing anything twice',
  schema: { type: 'string', maxLength: 200 },
}

const PROBLEM = {
  type: 'object',
  description: 'RFC 9457 problem',
  required: ['type', 'title', 'status', 'detail', 'code', 'help'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What to do next, in plain words' },
    code: { type: 'string', enum: Object.keys(errorStatus), description: 'Stable code for programs' },
    help: { type: 'string', description: 'Where the documentation says what to do, on this service' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
    incident_id: {
      type: 'string',
      description: 'Incident id to look for in the log, for an error of the service itself',
    },
  },
}
