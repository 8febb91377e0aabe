import type {
  AuthenticationType,
  CustomAuthenticationHandlers,
  default as SMTPConnection,
} from 'nodemailer/lib/smtp-connection'
import type { MailServer } from './account.ts'

type Login = NonNullable<MailServer['login']>

/** How to log in to a server that has just said what it takes. */
export async function authenticationOf(
  { user, password = '', token }: Login,
  { lastServerResponse }: Pick<SMTPConnection, 'lastServerResponse'>,
): Promise<AuthenticationType> {
  if (token === undefined) return { credentials: { user, pass: password } }
  const offered =
    /^250[- ]AUTH[ =](.*)$/im
      .exec(lastServerResponse || '')?.[1]
      ?.toUpperCase()
      .split(' ') ?? []
  // Most take XOAUTH2, which is older; a few take the standard alone.
  if (offered.includes('OAUTHBEARER') && !offered.includes('XOAUTH2'))
    return { type: 'custom', user, method: 'OAUTHBEARER' }
  const { default: XOAuth2 } = await import('nodemailer/lib/xoauth2')
  return { type: 'OAUTH2', user, oauth2: new XOAuth2({ user, accessToken: token }), method: 'XOAUTH2' }
}

/** RFC 7628. */
export function bearerLogin({ host, port, login }: MailServer): CustomAuthenticationHandlers {
  return {
    async OAUTHBEARER({ sendCommand }) {
      const { user = '', token = '' } = login ?? {}
      // Commas and equals signs part the words.
      const name = user.replaceAll('=', '=3D').replaceAll(',', '=2C')
      const words = [`n,a=${name},`, `host=${host}`, `port=${port}`, `auth=Bearer ${token}`, '', '']
      const first = Buffer.from(words.join('\u0001')).toString('base64')
      const answer = await sendCommand(`AUTH OAUTHBEARER ${first}`)
      // It says why not, and waits for a sign that this was read.
      const { status, response } = answer.status === 334 ? await sendCommand('AQ==') : answer
      if (status !== 235) throw Object.assign(new Error('Refused'), { code: 'EAUTH', response })
    },
  }
}
