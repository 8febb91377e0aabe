import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../contract/errors.ts'
import { limits } from '../contract/limits.ts'

const JSON_TYPES = /^application\/(?:[\w.+-]+\+)?json(?:;|$)/i

/**
 * JSON bodies: under a JSON content type only (a web page can send text/plain without being asked), nested no deeper
 * than every later walk can bear, and without the keys that reach an object's prototype. An empty body is none.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(
    JSON_TYPES,
    { parseAs: 'string' },
    (request: FastifyRequest, text: string, done) => {
      if (text.length === 0) return done(null, undefined)
      if (isTooDeep(text, limits.json_depth.value))
        return done(
          new AppError(
            'invalid_request',
            `The JSON body is nested deeper than ${limits.json_depth.value} levels.`,
          ),
        )
      void parse(request, text, done)
    },
  )
}

/** Counts brackets outside strings; stops at the first one too many. */
export function isTooDeep(text: string, maximum: number): boolean {
  if (text.length <= maximum) return false
  let depth = 0
  let inString = false
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (inString) {
      if (code === 92) index += 1
      else if (code === 34) inString = false
    } else if (code === 34) inString = true
    else if (code === 123 || code === 91) {
      depth += 1
      if (depth > maximum) return true
    } else if (code === 125 || code === 93) depth -= 1
  }
  return false
}
