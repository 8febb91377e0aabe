import { AppError, type AppErrorOptions, type ErrorCode } from '../../contract/errors.ts'
import { textOf, type Fields } from '../../platform/upstream/fields.ts'
import { capital } from '../../platform/language/capital.ts'

/** Slack answered, and said no. Most of the time that comes as a success with `ok: false` in it. */
export class SlackRefusal extends AppError {
  /** Slack's own word for it, e.g. `not_in_channel`. */
  readonly reason: string

  constructor(reason: string, told: { code: ErrorCode; sentence: string } & AppErrorOptions) {
    super(told.code, told.sentence, told)
    this.name = 'SlackRefusal'
    this.reason = reason
  }
}

export function isRefusal(error: unknown, ...reasons: readonly string[]): error is SlackRefusal {
  return error instanceof SlackRefusal && reasons.includes(error.reason)
}

export interface Refused {
  readonly method: string
  readonly answer: Fields
  /** What it was about, as a person would say it: `the channel "general"`. */
  readonly about: string
}

export function refusalOf({ method, answer, about }: Refused): SlackRefusal {
  const reason = wordOf(answer['error']) || 'unknown_error'
  if (reason === 'missing_scope') return missingScope(answer)
  const known = sentences[reason]
  if (!known) {
    const sentence = `Slack refused ${method} (${reason}): docs.slack.dev/reference/methods/${method} says what that means.`
    return new SlackRefusal(reason, { code: 'upstream_failed', sentence })
  }
  return new SlackRefusal(reason, { code: known.code, sentence: known.sentence(about, reason) })
}

/** `retryAfter` is the header, in seconds. */
export function limited(retryAfter: string | null, now: Date): SlackRefusal {
  const seconds = retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Math.max(1, Number(retryAfter)) : null
  const until = new Date(now.getTime() + (seconds ?? 60) * 1000).toISOString().replace(/\.\d+Z$/, 'Z')
  const when = seconds === null ? 'try again in a minute' : `try again in ${seconds} s (after ${until})`
  return new SlackRefusal('ratelimited', {
    code: 'rate_limited',
    sentence: `Slack allows no more requests for the moment: ${when}.`,
    headers: { 'retry-after': String(seconds ?? 60) },
  })
}

function missingScope(answer: Fields): SlackRefusal {
  const needed = wordOf(answer['needed']) || 'unknown'
  const provided = wordOf(answer['provided'])
  const has = provided === '' ? '' : ` It has: ${provided}.`
  return new SlackRefusal('missing_scope', {
    code: 'not_configured',
    sentence: `The Slack app of TEAMCHAT_TOKEN lacks the scope ${needed}: add it to the app and install the app again.${has}`,
  })
}

function wordOf(value: unknown): string {
  return (textOf(value) ?? '').replaceAll(/[^\w:,. -]/g, ' ').slice(0, 300)
}

interface Known {
  readonly code: ErrorCode
  readonly sentence: (about: string, reason: string) => string
}

const badToken: Known = {
  code: 'not_configured',
  sentence: (_, reason) =>
    `Slack refuses the token in TEAMCHAT_TOKEN (${reason}): put in the bot token of an app that is installed, it begins with xoxb-.`,
}

const notNow: Known = {
  code: 'upstream_failed',
  sentence: (_, reason) => `Slack cannot do it now (${reason}): try again later.`,
}

const noUploads: Known = {
  code: 'forbidden',
  sentence: (_, reason) => `The workspace does not take this file (${reason}): ask its administrators.`,
}

const noPerson: Known = {
  code: 'not_found',
  sentence: (about) => `Slack knows nobody as ${about}: check the name, or give the e-mail address.`,
}

const sentences: Readonly<Record<string, Known>> = {
  not_authed: badToken,
  invalid_auth: badToken,
  account_inactive: badToken,
  token_revoked: badToken,
  token_expired: badToken,
  not_allowed_token_type: badToken,
  not_in_channel: {
    code: 'forbidden',
    sentence: (about) => `The bot is not in ${about}: invite it there with /invite, then try again.`,
  },
  channel_not_found: {
    code: 'not_found',
    sentence: (about) =>
      `Slack shows the bot no such channel as ${about}: check it, or invite the bot there with /invite.`,
  },
  is_archived: { code: 'conflict', sentence: (about) => `${capital(about)} is archived: choose another.` },
  restricted_action: {
    code: 'forbidden',
    sentence: (about) => `The workspace does not let the bot write to ${about}: ask its administrators.`,
  },
  no_permission: {
    code: 'forbidden',
    sentence: (about) => `The bot may not do this in ${about}: ask the administrators of the workspace.`,
  },
  ekm_access_denied: noUploads,
  file_uploads_disabled: noUploads,
  file_uploads_except_images_disabled: noUploads,
  file_upload_size_restricted: noUploads,
  file_type_not_allowed: noUploads,
  slack_connect_file_upload_sharing_blocked: noUploads,
  storage_limit_reached: noUploads,
  msg_too_long: { code: 'too_large', sentence: () => 'The text is too long for one message: shorten it.' },
  no_text: { code: 'invalid_request', sentence: () => 'The message has no text: set text.' },
  thread_not_found: {
    code: 'not_found',
    sentence: (about) => `There is no such thread in ${about}: check thread_ts.`,
  },
  invalid_thread_ts: {
    code: 'invalid_request',
    sentence: () => 'thread_ts is not the time of a message: take it from TEAMCHAT_READ.',
  },
  users_not_found: noPerson,
  user_not_found: noPerson,
  user_disabled: {
    code: 'conflict',
    sentence: (about) => `The account of ${about} is switched off: write to somebody else.`,
  },
  cannot_dm_bot: {
    code: 'invalid_request',
    sentence: () => 'A bot cannot be written to directly: name a person or a channel.',
  },
  internal_error: notNow,
  fatal_error: notNow,
  service_unavailable: notNow,
  request_timeout: notNow,
  team_added_to_org: notNow,
}
