import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Envelope } from '../../contract/envelope.ts'
import { AppError, problemOf, type ErrorCode } from '../../contract/errors.ts'
import type { AnyEndpoint, Contract } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import type { Log } from '../../contract/log.ts'
import { missingCode } from '../../platform/files/replaced-program.ts'
import { answerHeaders } from './answer-headers.ts'
import { isNavigation, sendStrayPage } from './shell-routes.ts'

const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

/** The one place where a failure becomes an answer. A caller's fault says what to do; a bug says only its log id. */
export function answerProblems(
  app: FastifyInstance,
  { api, log }: { api: Readonly<Record<string, Contract>>; log: Log },
): void {
  app.setErrorHandler((error, request, reply) =>
    sendProblem(asAppError(error, { request, log }), { request, reply }),
  )
  const methods = methodsByRoute(api)
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!
    const allowed = methods.find(({ pattern }) => pattern.test(path))?.methods
    if (!allowed && isNavigation(request)) return sendStrayPage(request, reply)
    const error = allowed
      ? new AppError('method_not_allowed', `${path} accepts ${allowed.join(', ')}, not ${request.method}.`, {
          headers: { allow: allowed.join(', ') },
        })
      : new AppError('not_found', `Nothing found at ${path}. GET /docs lists all endpoints.`)
    return sendProblem(error, { request, reply })
  })
}

/** An address that no route can be looked up for never comes to the entry checks, nor to a handler. */
export function answerUnroutable(log: Log) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    void sendProblem(asAppError(error, { request, log }), { request, reply })
  }
}

function sendProblem(error: AppError, { request, reply }: { request: FastifyRequest; reply: FastifyReply }) {
  const endpoint = (request.routeOptions.config as { endpoint?: AnyEndpoint } | undefined)?.endpoint
  const incident = incidents.get(error)
  const body = { ...problemOf(error), ...(incident && { incident_id: incident }) }
  // A tool's caller reads the envelope whatever happened, so a malformed request carries one too.
  const envelope = endpoint?.result === Envelope ? { success: false, message: error.message, data: null } : {}
  reply.code(error.status).headers({ ...answerHeaders, ...error.headers, 'content-type': PROBLEM_TYPE })
  return reply.send(JSON.stringify({ ...body, ...envelope }))
}

const incidents = new WeakMap<AppError, string>()

function asAppError(error: unknown, { request, log }: { request: FastifyRequest; log: Log }): AppError {
  if (error instanceof AppError) return error
  const known = knownFastifyError(error) ?? missingCode(error)
  if (known) return known
  const incident = randomUUID()
  log.error({ err: error, incident_id: incident, url: request.url }, 'a request failed unexpectedly')
  const bug = new AppError(
    'internal',
    `Something went wrong inside the service. Look for ${incident} in the log.`,
  )
  incidents.set(bug, incident)
  return bug
}

const FASTIFY_ERRORS: Readonly<Record<string, { code: ErrorCode; detail: string }>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'too_large', detail: 'The body is larger than this endpoint accepts.' },
  FST_REQ_FILE_TOO_LARGE: {
    code: 'too_large',
    detail: `A file can have at most ${limits.upload_bytes.value} bytes.`,
  },
  FST_FILES_LIMIT: { code: 'invalid_request', detail: 'Too many files in one upload.' },
  FST_PARTS_LIMIT: { code: 'invalid_request', detail: 'Too many parts in one upload.' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    detail: 'Send the body as application/json (uploads also as multipart/form-data).',
  },
  FST_INVALID_MULTIPART_CONTENT_TYPE: {
    code: 'unsupported_media_type',
    detail: 'Send the file as multipart/form-data, or as JSON {filename, content_base64}.',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'invalid_request',
    detail: 'Content-Length does not match the body.',
  },
  FST_ERR_CTP_INVALID_JSON_BODY: { code: 'invalid_request', detail: 'The body is not valid JSON.' },
  FST_ERR_BAD_URL: {
    code: 'invalid_request',
    detail: "The URL contains a % that doesn't start an encoded character.",
  },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'invalid_request', detail: 'Part of the URL is too long.' },
}

function knownFastifyError(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, statusCode } = error as Error & { code?: string; statusCode?: number }
  const known = code === undefined ? undefined : FASTIFY_ERRORS[code]
  if (known) return new AppError(known.code, known.detail, { cause: error })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError('invalid_request', error.message, { cause: error })
  return undefined
}

function methodsByRoute(api: Readonly<Record<string, Contract>>) {
  const found = new Map<string, string[]>()
  for (const contract of Object.values(api))
    for (const { path, method } of Object.values(contract))
      found.set(path, [...(found.get(path) ?? []), method])
  return [...found].map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`),
    methods,
  }))
}
