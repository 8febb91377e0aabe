import { createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { createVapidKeys, keysOf, vapidAuthorization } from './vapid.ts'

/** Section 2.4 of RFC 8292. */
const EXAMPLE =
  'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0' +
  'NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiU' +
  'fnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic' +
  '-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs'
const SECRET = 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'

test('the example of RFC 8292 is verified as ours are', () => {
  expect(isSigned(EXAMPLE)).toBe(true)
  expect(isSigned(EXAMPLE.replace('fnK9', 'fnK8'))).toBe(false)
})

test('ours says the same as the example, signed with our key', () => {
  const keys = keysOf(SECRET)
  const now = new Date((1_453_523_768 - 12 * 3_600) * 1_000)
  const endpoint = 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV'
  const header = vapidAuthorization(keys, { endpoint, contact: 'mailto:push@example.com', now })
  expect(signedPart(header)).toBe(signedPart(EXAMPLE))
  expect(header).toMatch(new RegExp(`, k=${keys.publicKey}$`))
  expect(isSigned(header)).toBe(true)
})

test('the pair is made once, also by two at once, and kept', async () => {
  const stored = new Map<string, string>()
  const hidden: string[] = []
  const create = () =>
    createVapidKeys({
      secrets: {
        unreadable: [],
        get: (name) => stored.get(name) ?? null,
        set: async (name, value) => void stored.set(name, value!),
      },
      hide: (secrets) => hidden.push(...secrets),
    })
  const keys = create()
  const [one, two] = await Promise.all([keys(), keys()])
  expect(one.publicKey).toBe(two.publicKey)
  expect((await create()()).publicKey).toBe(one.publicKey)
  expect([...stored.keys()]).toEqual(['PUSH_KEY'])
  expect(hidden).toContain(stored.get('PUSH_KEY'))
  expect(Buffer.from(one.publicKey, 'base64url')).toHaveLength(65)
})

test('a pair that is locked away is not replaced by another', async () => {
  const keys = createVapidKeys({
    secrets: {
      unreadable: ['PUSH_KEY'],
      get: () => null,
      set: () => expect.unreachable('nothing may be written'),
    },
    hide: () => {},
  })
  await expect(keys()).rejects.toMatchObject({ code: 'unavailable' })
})

function partsOf(header: string): { token: string; key: string } {
  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header)!
  return { token: token!, key: key! }
}

function signedPart(header: string): string {
  return partsOf(header).token.split('.').slice(0, 2).join('.')
}

function isSigned(header: string): boolean {
  const { token, key } = partsOf(header)
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const signature = Buffer.from(token.split('.')[2]!, 'base64url')
  return verify(
    'sha256',
    Buffer.from(signedPart(header)),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    signature,
  )
}
