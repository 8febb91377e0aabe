import { expect, test } from 'vitest'
import { createTestCall } from '../../../test/tool-call.ts'
import { mailGrant } from './mail-grant.ts'

const settings = { EMAIL_OAUTH_REFRESH_TOKEN: 'r', EMAIL_OAUTH_CLIENT_ID: 'c' }
const callWith = (more: object) =>
  createTestCall({ home: '/home/ada', dataFolder: '/data', settings: { ...settings, ...more } })

test.each([
  ['imap.gmail.com', 'https://oauth2.googleapis.com/token'],
  ['smtp.googlemail.com', 'https://oauth2.googleapis.com/token'],
  ['outlook.office365.com', 'https://login.microsoftonline.com/common/oauth2/v2.0/token'],
  ['smtp-mail.outlook.com', 'https://login.microsoftonline.com/common/oauth2/v2.0/token'],
])('the place to renew access for %s is known', (host, tokenUrl) => {
  expect(mailGrant(callWith({}), host)).toMatchObject({ tokenUrl, name: 'EMAIL_OAUTH' })
})

test('a place that is set is taken, and a server of somebody else is not taken for Google', () => {
  const own = 'https://login.example.org/token'
  expect(mailGrant(callWith({ EMAIL_OAUTH_TOKEN_URL: own }), 'imap.gmail.com')).toMatchObject({
    tokenUrl: own,
  })
  expect(() => mailGrant(callWith({}), 'imap.notgmail.com')).toThrow('EMAIL_OAUTH_TOKEN_URL')
  expect(mailGrant(callWith({ EMAIL_OAUTH_REFRESH_TOKEN: null }), 'imap.gmail.com')).toBeUndefined()
})
