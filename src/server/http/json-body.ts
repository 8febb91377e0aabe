import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'

const JSON_TYPES = /^application\/(?:[\w.+-]+\+)?json(?:;|$)/i

/**
 * JSON bodies: under a JSON content type only (a web page can send text/plain without being asked), nested no deeper
 * than every later walk can bear, without the keys that reach an object's prototype, and with nothing in them that
 * would be stored as something else. An empty body is none.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(
    JSON_TYPES,
    { parseAs: 'buffer' },
    (request: FastifyRequest, bytes: Buffer, done) => {
      if (bytes.length === 0) return done(null, undefined)
      const text = bytes.toString('utf8')
      const fault = textFault(bytes, text)
      if (fault) return done(new AppError('invalid_request', fault))
      void parse(request, text, (error, value) => {
        if (error) return done(new AppError('invalid_request', syntaxFault(text)))
        if (hasInfinity(value))
          return done(new AppError('invalid_request', 'The body contains a number that is too large.'))
        done(null, value)
      })
    },
  )
}

function textFault(bytes: Buffer, text: string): string | null {
  if (!isUtf8(bytes)) return 'The body is not valid UTF-8.'
  const depth = limits.json_depth.value
  return isTooDeep(text, depth) ? `The JSON body is nested deeper than ${depth} levels.` : null
}

/** What the parser refused although it is JSON has a member that it does not accept. */
function syntaxFault(text: string): string {
  try {
    JSON.parse(text)
    return 'The body contains a key that would change a prototype. Remove it.'
  } catch {
    return 'The body is not valid JSON.'
  }
}

/** `1e400` is JSON, but no number that can be held: it would come back as null. */
function hasInfinity(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(hasInfinity)
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
