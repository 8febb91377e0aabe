import { expect, test } from 'vitest'
import { MailHeaders, withoutComments } from './mail-headers.ts'
import { senderAddress } from './sender-address.ts'
import { knownAuthserv, proofOf } from './sender-proof.ts'

const proofIn = (stamps: readonly string[], authserv: string) =>
  proofOf(new MailHeaders(stamps.map((one) => `Authentication-Results: ${one}`).join('\r\n')), {
    address: 'ada@example.org',
    authserv,
  })

test.each([
  [
    'Gmail',
    'mx.google.com',
    'mx.google.com;\r\n       dkim=pass header.i=@example.org header.s=s1 header.b="ab/c+d";\r\n       spf=pass (google.com: domain of ada@example.org designates 1.2.3.4 as permitted sender) smtp.mailfrom=ada@example.org;\r\n       dmarc=pass (p=NONE sp=QUARANTINE dis=NONE) header.from=example.org',
  ],
  [
    'Microsoft, which gives no name',
    '',
    'spf=pass (sender IP is 1.2.3.4) smtp.mailfrom=example.org; dkim=pass (signature was verified) header.d=example.org;dmarc=pass action=none header.from=example.org;compauth=pass reason=100',
  ],
  [
    'rspamd',
    'mx.example.org',
    'mx.example.org;\r\n\tdkim=pass header.d=example.org header.s=s1;\r\n\tdmarc=pass (policy=reject) header.from=Example.org;\r\n\tspf=pass (mx.example.org: domain) smtp.mailfrom=ada@example.org',
  ],
  [
    'OpenDMARC with a version',
    'mx.example.org',
    'mx.example.org 1; dmarc=pass (p=none dis=none) header.from=example.org',
  ],
  ['one of many servers', '*.example.net', 'mx7.example.net; dmarc=pass header.from=example.org'],
])('the stamp of %s is believed', (_name, authserv, stamp) => {
  expect(proofIn([stamp], authserv)).toEqual({ isProven: true })
})

test.each([
  ['nothing', [], /no Authentication-Results of mx\.example\.org/],
  ['another server', ['mx.other.org; dmarc=pass header.from=example.org'], /names mx\.other\.org/],
  ['best guess', ['mx.example.org; dmarc=bestguesspass header.from=example.org'], /dmarc=bestguesspass/],
  ['no domain', ['mx.example.org; dmarc=pass'], /not about example\.org/],
  ['a subdomain', ['mx.example.org; dmarc=pass header.from=a.example.org'], /not about/],
  [
    'a comment that does not end',
    ['mx.example.org; dmarc=pass header.from=example.org (x'],
    /no Authentication/,
  ],
  [
    'quotes that do not end',
    ['mx.example.org; x="; dmarc=pass header.from=example.org'],
    /no Authentication/,
  ],
  ['no name, where one is expected', ['dmarc=pass header.from=example.org'], /no Authentication/],
  [
    'only the older one',
    ['mx.example.org; none', 'mx.example.org; dmarc=pass header.from=example.org'],
    /DMARC/,
  ],
  ['two domains', ['mx.example.org; dmarc=pass header.from=evil.org header.from=example.org'], /not about/],
  ['a word that only ends alike', ['mx.example.org; dmarc=pass x-header.from=example.org'], /not about/],
])('a stamp with %s is not', (_name, stamps, reason) => {
  expect(proofIn(stamps, 'mx.example.org')).toMatchObject({
    isProven: false,
    reason: expect.stringMatching(reason),
  })
})

test('without a name, a stamp counts only when it is the newest of all', () => {
  const own = 'spf=pass; dmarc=pass header.from=example.org'
  expect(proofIn([own, 'mx.other.org; dmarc=fail'], '')).toEqual({ isProven: true })
  expect(proofIn(['mx.other.org; dmarc=fail', own], '').isProven).toBe(false)
  expect(knownAuthserv('imap.gmail.com')).toBe('mx.google.com')
  expect(knownAuthserv('imap.gmail.com.evil.org')).toBeUndefined()
})

test('comments stand in each other, and what is quoted is one word', () => {
  expect(withoutComments('a (b (c) \\) "d) e "f; \\"g"')).toBe('a   e f____g')
  expect(withoutComments('a (b')).toBeUndefined()
})

test.each([
  ['Ada <ada@example.org>', 'ada@example.org'],
  ['ADA@Example.ORG', 'ada@example.org'],
  ['"Lovelace, Ada (x)" (y <z@evil.org>) <ada@example.org>', 'ada@example.org'],
  ['=?utf-8?q?eve=40evil.org?= <ada@example.org>', 'ada@example.org'],
  ['Jürgen <jürgen@bücher.example>', 'jürgen@xn--bcher-kva.example'],
  ['Ada <ada@example.org>, Eve <eve@evil.org>', undefined],
  ['ada@example.org <eve@evil.org>', undefined],
  ['Ada <ada@example.org> eve', undefined],
  ['Ada <ada@example.org\u200b>', undefined],
  ['<@evil.org:ada@example.org>', undefined],
  ['"ada@example.org', undefined],
])('%s is from %s', (from, address) => {
  expect(senderAddress(new MailHeaders(`From: ${from}`))).toBe(address)
})

test('two From headers are nobody', () => {
  expect(senderAddress(new MailHeaders('From: ada@example.org\r\nfrom: ada@example.org'))).toBeUndefined()
})
