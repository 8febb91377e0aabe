import { AppError, type AppErrorOptions, type ErrorCode } from '../../contract/errors.ts'
import type { Fields } from '../../platform/upstream/fields.ts'
import { slackDetails, slackWord as wordOf } from '../../platform/upstream/slack-details.ts'
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
    const sentence = `Slack refused ${method} (${reason})${slackDetails(answer)}. See docs.slack.dev/reference/methods/${method}.`
    return new SlackRefusal(reason, { code: 'upstream_failed', sentence })
  }
  return new SlackRefusal(reason, {
    code: known.code,
    sentence: known.sentence(about, reason) + inBrackets(slackDetails(answer)),
  })
}

function inBrackets(details: string): string {
  return details === '' ? '' : ` (Slack says${details})`
}

/** `retryAfter` is the header, in seconds. */
export function limited(retryAfter: string | null, now: Date): SlackRefusal {
  const seconds = retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Math.max(1, Number(retryAfter)) : null
  const until = new Date(now.getTime() + (seconds ?? 60) * 1000).toISOString().replace(/\.\d+Z$/, 'Z')
  const when = seconds === null ? 'try again in a minute' : `try again in ${seconds} s (after ${until})`
  return new SlackRefusal('ratelimited', {
    code: 'rate_limited',
    sentence: `Slack's request limit is reached: ${when}.`,
    headers: { 'retry-after': String(seconds ?? 60) },
  })
}

function missingScope(answer: Fields): SlackRefusal {
  const needed = wordOf(answer['needed']) || 'unknown'
  const provided = wordOf(answer['provided'])
  const has = provided === '' ? '' : ` It has: ${provided}.`
  return new SlackRefusal('missing_scope', {
    code: 'not_configured',
    sentence: `The Slack app of TEAMCHAT_TOKEN lacks the scope ${needed}. Add it to the app and reinstall the app.${has}`,
  })
}

interface Known {
  readonly code: ErrorCode
  readonly sentence: (about: string, reason: string) => string
}

const badToken: Known = {
  code: 'not_configured',
  sentence: (_, reason) =>
    `Slack rejected the token in TEAMCHAT_TOKEN (${reason}). Use the bot token of an installed app; it starts with xoxb-.`,
}

const notNow: Known = {
  code: 'upstream_failed',
  sentence: (_, reason) => `Slack can't do this right now (${reason}). Try again later.`,
}

const noUploads: Known = {
  code: 'forbidden',
  sentence: (_, reason) => `The workspace doesn't accept this file (${reason}). Ask its administrators.`,
}

const noPerson: Known = {
  code: 'not_found',
  sentence: (about) => `No ${about} in Slack. Check the name, or give the email address.`,
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
    sentence: (about) => `The bot is not in ${about}. Invite it there with /invite, then try again.`,
  },
  channel_not_found: {
    code: 'not_found',
    sentence: (about) =>
      `The bot can't see ${about} in Slack. Check the name, or invite the bot there with /invite.`,
  },
  is_archived: { code: 'conflict', sentence: (about) => `${capital(about)} is archived. Choose another.` },
  restricted_action: {
    code: 'forbidden',
    sentence: (about) => `The workspace doesn't let the bot post in ${about}. Ask its administrators.`,
  },
  no_permission: {
    code: 'forbidden',
    sentence: (about) => `The bot isn't allowed to do this in ${about}. Ask the workspace's administrators.`,
  },
  ekm_access_denied: noUploads,
  file_uploads_disabled: noUploads,
  file_uploads_except_images_disabled: noUploads,
  file_upload_size_restricted: noUploads,
  file_type_not_allowed: noUploads,
  slack_connect_file_upload_sharing_blocked: noUploads,
  storage_limit_reached: noUploads,
  msg_too_long: { code: 'too_large', sentence: () => 'The text is too long for one message. Shorten it.' },
  no_text: { code: 'invalid_request', sentence: () => 'The message has no text. Set text.' },
  thread_not_found: {
    code: 'not_found',
    sentence: (about) => `No such thread in ${about}. Check thread_ts.`,
  },
  invalid_thread_ts: {
    code: 'invalid_request',
    sentence: () => 'thread_ts is not the timestamp of a message. Get it from TEAMCHAT_READ.',
  },
  users_not_found: noPerson,
  user_not_found: noPerson,
  user_disabled: {
    code: 'conflict',
    sentence: (about) => `The account of ${about} is deactivated. Message someone else.`,
  },
  cannot_dm_bot: {
    code: 'invalid_request',
    sentence: () => "Can't message a bot directly. Name a person or a channel.",
  },
  internal_error: notNow,
  fatal_error: notNow,
  service_unavailable: notNow,
  request_timeout: notNow,
  team_added_to_org: notNow,
}
