import type { Connector, ConnectorName } from './contract.ts'

type Read = (name: string) => unknown
type Needs = Pick<Connector, 'status' | 'missing' | 'note'>

export const titles: Readonly<Record<ConnectorName, string>> = {
  mail: 'Mail',
  calendar: 'Calendar',
  repositories: 'Repositories',
  team_chat: 'Team chat',
}

/** What must still be set before a connector can be used. */
export function needsOf(connector: ConnectorName, read: Read): Needs {
  return rules[connector]((name) => read(name) !== null && read(name) !== '', read)
}

type Rule = (isSet: (name: string) => boolean, read: Read) => Needs

const rules: Readonly<Record<ConnectorName, Rule>> = { mail, calendar, repositories, team_chat: teamChat }

function mail(isSet: (name: string) => boolean): Needs {
  const account = ['EMAIL_IMAP_HOST', 'EMAIL_IMAP_USER', 'EMAIL_SMTP_HOST', 'EMAIL_IMAP_PASSWORD']
  if (!account.some(isSet))
    return { status: 'off', missing: ['EMAIL_IMAP_HOST', 'EMAIL_IMAP_USER', 'EMAIL_IMAP_PASSWORD'] }
  const isSendingOnly = !isSet('EMAIL_IMAP_HOST') && isSet('EMAIL_SMTP_HOST')
  const user = isSendingOnly && isSet('EMAIL_SMTP_USER') ? 'EMAIL_SMTP_USER' : 'EMAIL_IMAP_USER'
  const secrets = [
    'EMAIL_IMAP_PASSWORD',
    'EMAIL_OAUTH_TOKEN',
    'EMAIL_OAUTH_REFRESH_TOKEN',
    ...(isSendingOnly ? ['EMAIL_SMTP_PASSWORD'] : []),
  ]
  const missing = [
    ...(isSendingOnly ? [] : ['EMAIL_IMAP_HOST']),
    user,
    ...(isSet('EMAIL_OAUTH_REFRESH_TOKEN') ? ['EMAIL_OAUTH_CLIENT_ID'] : []),
  ].filter((name) => !isSet(name))
  if (!secrets.some(isSet)) missing.push('EMAIL_IMAP_PASSWORD')
  if (missing.length > 0) return { status: 'incomplete', missing }
  return {
    status: 'ready',
    missing,
    ...(!isSet('EMAIL_SMTP_HOST') && { note: "Mail can be read. It can't be sent without an SMTP server." }),
    ...(isSendingOnly && { note: "Mail can be sent. It can't be read without an IMAP server." }),
  }
}

function calendar(isSet: (name: string) => boolean): Needs {
  const names = ['CALDAV_URL', 'CALDAV_USER', 'CALDAV_PASSWORD']
  if (!names.some(isSet)) return { status: 'off', missing: names }
  // A server in one's own network may ask nobody who they are; a name alone opens nothing.
  const needed = isSet('CALDAV_USER') || isSet('CALDAV_PASSWORD') ? names : ['CALDAV_URL']
  const missing = needed.filter((name) => !isSet(name))
  return { status: missing.length > 0 ? 'incomplete' : 'ready', missing }
}

function repositories(isSet: (name: string) => boolean, read: Read): Needs {
  const needsAddress = read('REPOHOST_KIND') === 'gitea' && !isSet('REPOHOST_URL')
  if (needsAddress) return { status: 'incomplete', missing: ['REPOHOST_URL'] }
  if (isSet('REPOHOST_TOKEN')) return { status: 'ready', missing: [] }
  return { status: 'ready', missing: [], note: 'Without a token only public repositories can be read.' }
}

function teamChat(isSet: (name: string) => boolean): Needs {
  return isSet('TEAMCHAT_TOKEN')
    ? { status: 'ready', missing: [] }
    : { status: 'off', missing: ['TEAMCHAT_TOKEN'] }
}
