import { AppError, type AppErrorOptions, type ErrorCode } from '../../contract/errors.ts'
import { fieldsOf, listOf } from '../../platform/upstream/fields.ts'

export interface HostAnswer {
  readonly status: number
  readonly headers: Headers
  /** The service's own words about it. */
  readonly words: string
}

export interface Asked {
  readonly title: string
  readonly hasToken: boolean
  readonly now: () => Date
}

/** The service answered, but not with what was asked for. It carries what it said, for those who can tell more from it. */
export class HostRefusal extends AppError {
  readonly answered: number
  readonly words: string

  constructor(
    answer: Pick<HostAnswer, 'status' | 'words'>,
    told: { code: ErrorCode; sentence: string } & AppErrorOptions,
  ) {
    super(told.code, told.sentence, told)
    this.name = 'HostRefusal'
    this.answered = answer.status
    this.words = answer.words
  }
}

export function isRefusal(error: unknown, ...statuses: readonly number[]): error is HostRefusal {
  return error instanceof HostRefusal && statuses.includes(error.answered)
}

export function refusalOf(answer: HostAnswer, asked: Asked): HostRefusal {
  const { status, words } = answer
  const { title, hasToken } = asked
  if (isLimited(answer)) return limited(answer, asked)
  const told = (code: ErrorCode, sentence: string) => new HostRefusal(answer, { code, sentence })
  if (status === 401) return told('not_configured', unknownCaller(asked, words))
  if (status === 403) {
    if (/too[ _]large/i.test(words))
      return told('too_large', `${title} doesn't serve a file of this size. Clone the repository to read it.`)
    const help = hasToken ? "the token in REPOHOST_TOKEN doesn't allow this" : 'set REPOHOST_TOKEN'
    return told('forbidden', `${title} doesn't allow it${said(words)}: ${help}.`)
  }
  if (status === 404) return told('not_found', `Not found on ${title}${said(words)}. Check the names.`)
  if (status === 410)
    return told('gone', `${title} no longer has it${said(words)}: it was removed or turned off there.`)
  if (status === 409)
    return told('conflict', `${title} can't do this right now${said(words)}. Try again later.`)
  if (status === 400 || status === 422)
    return told('invalid_request', `${title} rejected the request${said(words)}. Correct it and try again.`)
  if (status === 451) return told('gone', `${title} can't show it for legal reasons.`)
  const sentence = `${title} answered ${status}${said(words)}. Try again later.`
  return told('upstream_failed', sentence)
}

/** What a service wrote about a failure, made harmless: one line, no controls, not long. */
export function wordsOf(body: string): string {
  const fields = fieldsOf(parsed(body))
  const details = listOf(fields['errors']).map((one) => wordOf(one))
  const parts = [fields['message'] ?? fields['error_description'] ?? fields['error'], ...details]
  return oneLine(
    parts
      .map(wordOf)
      .filter((part) => part !== '')
      .join('; '),
  )
}

function wordOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  const { message, error, code, field } = fieldsOf(value)
  const said = [message, error].find((part) => typeof part === 'string')
  if (said !== undefined) return said
  if (typeof code === 'string') return [field, code].filter((part) => typeof part === 'string').join(' ')
  return JSON.stringify(value)
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, 300)
    .replace(/\.$/, '')
}

function said(words: string): string {
  return words === '' ? '' : ` ("${words}")`
}

function unknownCaller({ title, hasToken }: Asked, words: string): string {
  return hasToken
    ? `${title} rejected the token in REPOHOST_TOKEN${said(words)}. It may be mistyped, expired or revoked.`
    : `${title} only answers this for signed-in users${said(words)}. Set REPOHOST_TOKEN to an access token.`
}

function isLimited({ status, headers, words }: HostAnswer): boolean {
  if (status === 429) return true
  if (status !== 403) return false
  return (
    headers.get('x-ratelimit-remaining') === '0' ||
    headers.has('retry-after') ||
    /rate limit|abuse detection/i.test(words)
  )
}

function limited(answer: HostAnswer, asked: Asked): HostRefusal {
  const now = asked.now().getTime()
  const until = limitEnd(answer, now)
  const seconds = until === null ? 60 : Math.max(1, Math.ceil((until - now) / 1000))
  const when =
    until === null
      ? 'try again in a few minutes'
      : `try again after ${new Date(now + seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z')} (${inWords(seconds)})`
  const more = asked.hasToken ? '' : ' A token in REPOHOST_TOKEN allows more requests.'
  const sentence = `${asked.title}'s request limit is reached: ${when}.${more}`
  return new HostRefusal(answer, {
    code: 'rate_limited',
    sentence,
    headers: { 'retry-after': String(seconds) },
  })
}

const MAX_SECONDS_LEFT = 1_000_000_000

/** When the service will answer again, in milliseconds; null when it does not say. */
function limitEnd({ headers }: HostAnswer, now: number): number | null {
  const wait = headers.get('retry-after')
  if (wait !== null) {
    const end = /^\d+$/.test(wait) ? now + Number(wait) * 1000 : Date.parse(wait)
    return isMoment(end) ? end : null
  }
  const reset = headers.get('x-ratelimit-reset') ?? headers.get('ratelimit-reset')
  const seconds = Number(reset ?? Number.NaN)
  // A moment, as GitHub and GitLab say it; proxies in front of others say how many seconds are left.
  const end = seconds < MAX_SECONDS_LEFT ? now + seconds * 1000 : seconds * 1000
  return isMoment(end) ? end : null
}

function isMoment(milliseconds: number): boolean {
  return milliseconds > 0 && milliseconds < 8e15
}

function inWords(seconds: number): string {
  if (seconds < 120) return `in ${seconds} s`
  return `in ${Math.ceil(seconds / 60)} minutes`
}
