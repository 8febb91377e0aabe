import { AppError } from '../../contract/errors.ts'
import type { OAuthGrant, ToolCall } from '../../contract/tool.ts'
import { mailProvider } from '../../platform/oauth/mail-providers.ts'

const name = 'EMAIL_OAUTH'

/** What access to the mailbox is renewed with; undefined when the settings name no refresh token. */
export function mailGrant(call: Pick<ToolCall, 'setting'>, host: string): OAuthGrant | undefined {
  const setting = (part: string): string | undefined => {
    const value = call.setting(`${name}_${part}`)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const refreshToken = setting('REFRESH_TOKEN')
  if (refreshToken === undefined) return undefined
  const clientId = setting('CLIENT_ID')
  const tokenUrl = setting('TOKEN_URL') ?? mailProvider(host)?.tokenUrl
  const missing = [
    ...(clientId === undefined ? [`${name}_CLIENT_ID`] : []),
    ...(tokenUrl === undefined ? [`${name}_TOKEN_URL`] : []),
  ]
  if (clientId === undefined || tokenUrl === undefined) {
    const sentence = `Renewing access to mail with ${name}_REFRESH_TOKEN also needs ${missing.join(' and ')}. Set the values from your provider.`
    throw new AppError('not_configured', sentence)
  }
  return { name, tokenUrl, clientId, clientSecret: setting('CLIENT_SECRET'), refreshToken }
}
