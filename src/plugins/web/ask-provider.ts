import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { fieldsOf, textOf, type Fields } from '../../platform/upstream/fields.ts'
import { unreachable } from './download.ts'
import { introduction } from './introduction.ts'

export interface ProviderRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** Sent as JSON; nothing is sent when left out. */
  readonly body?: object
}

interface Asking {
  readonly title: string
  readonly call: Pick<ToolCall, 'fetch' | 'signal' | 'now'>
}

/** One request to a search provider, and its answer as an object. Every fault becomes a sentence that says what to do. */
export async function askProvider(
  { url, headers, body }: ProviderRequest,
  { title, call }: Asking,
): Promise<Fields> {
  const { signal } = call
  const about = { url, signal }
  const response = await call
    .fetch(url.href, {
      // A key goes to where it was meant for, and nowhere else.
      redirect: 'error',
      headers: {
        ...introduction,
        accept: 'application/json',
        ...headers,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      signal,
    })
    .catch((error: unknown) => unreachable(error, about))
  const text = await response.text().catch((error: unknown) => unreachable(error, about))
  const answer = jsonOf(text)
  if (!response.ok) throw refusal(response, { title, answer, host: url.host })
  if (answer) return answer
  throw new AppError(
    'upstream_failed',
    `${title} answered with something other than results. Check WEB_SEARCH_PROVIDER and WEB_SEARCH_URL, or try again later.`,
  )
}

function jsonOf(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? fieldsOf(value) : undefined
  } catch {
    return undefined
  }
}

interface Refused {
  readonly title: string
  readonly answer: Fields | undefined
  readonly host: string
}

function refusal(response: Response, { title, answer, host }: Refused): AppError {
  const { status } = response
  if (title === 'SearXNG' && status === 403)
    return new AppError(
      'not_configured',
      `${host} doesn't answer in JSON. Add json to search.formats in your SearXNG's settings.yml.`,
    )
  if (wrongKey.has(status) || /TOKEN_INVALID/.test(textOf(fieldsOf(answer?.['error'])['code']) ?? ''))
    return new AppError('not_configured', `${title} rejected WEB_SEARCH_API_KEY. Check the key.`)
  if (usedUp.has(status) || isUsedUp(response))
    return new AppError(
      'rate_limited',
      `Your ${title} plan is used up. Wait until next month or change the plan.`,
    )
  if (status === 429) return tooOften(response, title)
  const advice = status >= 500 ? 'try again later' : 'rephrase the search'
  return new AppError('upstream_failed', `${title} answered ${status}: ${advice}.`)
}

const wrongKey: ReadonlySet<number> = new Set([401, 403])
const usedUp: ReadonlySet<number> = new Set([402, 432, 433])

/** Brave tells what is left in this second and in this month: `X-RateLimit-Remaining: 0, 0`. */
function isUsedUp({ status, headers }: Response): boolean {
  const left = (headers.get('x-ratelimit-remaining') ?? '').split(',').map((part) => part.trim())
  return status === 429 && left.length > 1 && left.at(-1) === '0'
}

function tooOften({ headers }: Response, title: string): AppError {
  const told = headers.get('retry-after') ?? headers.get('x-ratelimit-reset')?.split(',')[0]?.trim() ?? ''
  const seconds = /^\d{1,6}$/.test(told) ? Math.max(1, Number(told)) : 60
  return new AppError('rate_limited', `${title} asks for fewer searches. Try again in ${seconds} s.`, {
    headers: { 'retry-after': String(seconds) },
  })
}
