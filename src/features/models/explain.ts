import { AppError } from '../../contract/errors.ts'
import { nearestName } from '../../platform/validation/validation.ts'
import { ModelFault, saidIn, type FaultKind } from './faults.ts'
import { keyMissing, type Target } from './target.ts'

const MAX_SAID = 300
const MAX_NAMES = 8

/** A fault as a sentence that says what to do. Neither a key nor a stack is ever in it. */
export async function explain(
  fault: ModelFault,
  target: Target,
  listModels: () => Promise<readonly string[] | undefined>,
): Promise<AppError> {
  if (fault.kind !== 'status') return explainSilence(fault, target)
  if (isUnknownModel(fault)) return unknownModel(fault, target, await listModels())
  return explainStatus(fault, target)
}

function explainSilence(fault: ModelFault, target: Target): AppError {
  const code = fault.kind === 'silent' ? 'upstream_timeout' : 'upstream_failed'
  return new AppError(code, sentences[fault.kind](fault, target), { cause: fault })
}

type Sentence = (fault: ModelFault, target: Target) => string

const notUnderstood: Sentence = (_, { info, provider }) =>
  `Couldn't understand the answer from ${info.title}. Check that LLM_BASE_URL is the address of a server for LLM_PROVIDER ${provider}.`

const sentences: Readonly<Record<FaultKind, Sentence>> = {
  network: (fault, { info, origin, isElsewhere }) =>
    `Can't reach ${info.title} at ${origin}: ${reasonOf(fault)}. ` +
    (info.isLocal || isElsewhere
      ? 'Start it, or correct LLM_BASE_URL.'
      : 'Check the network, and try again.'),
  redirect: (_, { info, origin }) =>
    `${info.title} at ${origin} redirects to another address, where the key must not go. Set LLM_BASE_URL to the address that answers.`,
  silent: ({ details }, { info }) =>
    `${info.title} sent nothing for ${details.seconds} s. Try again` +
    (info.isLocal ? '; raise LLM_PATIENCE_SECONDS on a slow machine.' : '.'),
  cut: (_, { info }) => `${info.title} stopped in the middle of its answer. Try again.`,
  too_long: (_, { info }) => `${info.title}'s answer was far too long and was cut off. Ask for less at once.`,
  empty: (_, { model }) => `${model}'s answer was empty. Rephrase, or try another LLM_MODEL.`,
  filtered: (_, { info }) => `${info.title}'s content filter withheld the answer. Rephrase it.`,
  blind: (fault, target) =>
    `${target.model} can't read images${quoted(fault, target)}. Set VISION_MODEL to one that can.`,
  status: notUnderstood,
  unreadable: notUnderstood,
  not_streamed: notUnderstood,
}

function explainStatus(fault: ModelFault, target: Target): AppError {
  const { status = 500, retryAfterMs } = fault.details
  const { title } = target.info
  const said = quoted(fault, target)
  const failed = (message: string, headers?: Record<string, string>) =>
    new AppError('upstream_failed', message, { cause: fault, ...(headers && { headers }) })
  if (status === 401)
    return target.key === undefined
      ? keyMissing(target)
      : new AppError('not_configured', `${title} rejected the key${said}. Set ${target.keySetting}.`, {
          cause: fault,
        })
  if (status === 402) return failed(`Your ${title} account has no credit left${said}.`)
  if (status === 403)
    return failed(`${title} doesn't allow this${said}. Check ${target.keySetting} and its permissions.`)
  if (status === 404)
    return failed(`Nothing found at ${target.baseUrl} for ${title}${said}. Check LLM_BASE_URL and LLM_MODEL.`)
  if (status === 429) {
    const seconds = Math.ceil((retryAfterMs ?? 30_000) / 1000)
    return failed(`${title}'s request limit is reached${said}. Try again in ${seconds} s.`, {
      'retry-after': String(seconds),
    })
  }
  if (isBlind(fault))
    return explainSilence(new ModelFault('blind', { ...fault.details, cause: fault }), target)
  if (status >= 500) return failed(`${title} failed with ${status}${said}. Try again later.`)
  return explainRefusal(fault, target)
}

/** 400 and its like: the request itself did not please. */
function explainRefusal(fault: ModelFault, target: Target): AppError {
  const { status = 400, said = '' } = fault.details
  const { title } = target.info
  const because = quoted(fault, target)
  if (/context.{0,20}(length|window|size)|too (long|many tokens)|maximum.{0,20}tokens/i.test(said))
    return new AppError('too_large', `This is more than ${target.model} can take in at once${because}.`, {
      cause: fault,
    })
  if (/content.?(filter|policy|management)|safety/i.test(said))
    return explainSilence(new ModelFault('filtered', { cause: fault }), target)
  if (status === 400 && /api.?key/i.test(said))
    return new AppError('not_configured', `${title} rejected the key${because}. Set ${target.keySetting}.`, {
      cause: fault,
    })
  return new AppError('upstream_failed', `${title} refused the request with ${status}${because}.`, {
    cause: fault,
  })
}

/** Some say it with 400, others fail with 500. */
function isBlind({ details: { said = '' } }: ModelFault): boolean {
  return /image|vision|multimodal/i.test(said) && /support|capab|not|only|missing/i.test(said)
}

function isUnknownModel({ details: { status = 0, said = '' } }: ModelFault): boolean {
  if (status === 404) return true
  return (
    status === 400 && /model/i.test(said) && /not (a valid|found|exist)|unknown|invalid model/i.test(said)
  )
}

function unknownModel(fault: ModelFault, target: Target, names: readonly string[] | undefined): AppError {
  // Nothing is at that address at all, or it lists the model: then the name is not the trouble.
  if (names === undefined || names.includes(target.model)) return explainStatus(fault, target)
  const { title } = target.info
  const near = nearestName(target.model, names)
  const listed = nearest(target.model, names)
  const known = near
    ? ` Did you mean "${near}"?`
    : listed.length > 0
      ? ` It has: ${listed.join(', ')}.`
      : ' It has none yet.'
  const pull = target.provider === 'ollama' ? ` "ollama pull ${target.model}" fetches it.` : ''
  return new AppError(
    'upstream_failed',
    `${title} has no model "${target.model}".${known}${pull} Set LLM_MODEL.`,
    { cause: fault },
  )
}

/** The names that share the most beginning with the wanted one come first. */
function nearest(wanted: string, names: readonly string[]): string[] {
  const shared = (name: string) => {
    let length = 0
    while (length < name.length && name[length]?.toLowerCase() === wanted[length]?.toLowerCase()) length += 1
    return length
  }
  return names.toSorted((a, b) => shared(b) - shared(a) || a.localeCompare(b)).slice(0, MAX_NAMES)
}

/** What the provider itself says, short, in one line and without the key. */
function quoted({ details }: ModelFault, { key }: Target): string {
  const text = sentenceIn(details.said ?? '')
  if (text === undefined) return ''
  const clean = key === undefined ? text : text.replaceAll(key, '…')
  const line = clean.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '')
  if (line === '') return ''
  return `: ${line.length > MAX_SAID ? `${line.slice(0, MAX_SAID)}…` : line}`
}

function sentenceIn(said: string): string | undefined {
  try {
    const value: unknown = JSON.parse(said)
    return saidIn(Array.isArray(value) ? value[0] : value)
  } catch {
    // A page for people, from something that is no model server, says nothing useful.
    return /^\s*[<{[]/.test(said) ? undefined : said
  }
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing is listening there',
  ECONNRESET: 'the connection broke off',
  UND_ERR_SOCKET: 'the connection broke off',
  ENOTFOUND: 'its address was not found (are you online?)',
  EAI_AGAIN: "its address couldn't be looked up (are you online?)",
  ENETUNREACH: 'this computer is offline',
  EHOSTUNREACH: 'no route to it',
  UND_ERR_CONNECT_TIMEOUT: 'it did not answer in time',
}

export function networkCode(fault: ModelFault): string | undefined {
  for (let error: unknown = fault; error instanceof Error; error = error.cause) {
    const { code } = error as { code?: unknown }
    if (typeof code === 'string') return code
    const inner = error instanceof AggregateError ? (error.errors[0] as { code?: unknown }).code : undefined
    if (typeof inner === 'string') return inner
  }
  return undefined
}

function reasonOf(fault: ModelFault): string {
  return reasons[networkCode(fault) ?? ''] ?? 'the connection failed'
}
