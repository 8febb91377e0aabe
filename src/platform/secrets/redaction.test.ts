import { expect, test } from 'vitest'
import { createScrubber } from './redaction.ts'

const secret = 'k3y/with+odd "chars" & ümläut='

function holding(...secrets: string[]) {
  const scrubber = createScrubber()
  scrubber.hold(secrets)
  return scrubber
}

test('text passes unchanged while there are no secrets', () => {
  expect(createScrubber().scrub('a line with k3y in it')).toBe('a line with k3y in it')
})

test.each([
  ['as it is', secret],
  ['inside JSON', JSON.stringify({ key: secret })],
  ['inside JSON inside JSON', JSON.stringify(JSON.stringify({ key: secret }))],
  ['in a URL', `https://host.test/?key=${encodeURIComponent(secret)}&b=1`],
  ['in a form', new URLSearchParams({ key: secret }).toString()],
  [
    'in a URL with small letters',
    encodeURIComponent(secret).replaceAll(/%../g, (escape) => escape.toLowerCase()),
  ],
  ['in base64', Buffer.from(secret).toString('base64')],
  ['in base64 for URLs', Buffer.from(secret).toString('base64url')],
  ['in a basic authorization header', Buffer.from(`ada:${secret}`).toString('base64')],
  ['in a header of another length', Buffer.from(`grace:${secret}`).toString('base64')],
  ['in a header of a third length', Buffer.from(`edsger:${secret}:x`).toString('base64')],
])('a secret is taken out %s', (_where, text) => {
  const clean = holding(secret).scrub(text)
  expect(clean).toContain('[redacted]')
  for (const part of ['k3y', 'odd', 'chars']) expect(clean).not.toContain(part)
  expect(Buffer.from(clean.replaceAll('[redacted]', ''), 'base64').toString()).not.toContain('with+odd')
})

test('a secret that is part of another one leaves no rest of the longer one behind', () => {
  expect(holding('abcdef', 'abcdef-ghijkl').scrub('x abcdef-ghijkl y abcdef z')).toBe(
    'x [redacted] y [redacted] z',
  )
})

test('a secret full of characters with a meaning in patterns is taken literally', () => {
  const scrubber = holding('a.c*(d)[e]$^|\\-x')
  expect(scrubber.scrub('see a.c*(d)[e]$^|\\-x')).toBe('see [redacted]')
  expect(scrubber.scrub('abcccd')).toBe('abcccd')
})

test('a secret so short that it would hit ordinary words is left alone', () => {
  expect(holding('port').scrub('the port is taken')).toBe('the port is taken')
})

test('a secret that was replaced stays out of the log', () => {
  const scrubber = holding('first-secret')
  scrubber.hold(['second-secret'])
  expect(scrubber.scrub('first-secret second-secret')).toBe('[redacted] [redacted]')
})

test('secrets that no setting holds are hidden as well, also after the settings change', () => {
  const scrubber = holding('first-secret')
  scrubber.add(['added-secret'])
  scrubber.hold(['second-secret'])
  expect(scrubber.scrub('first-secret added-secret second-secret')).toBe('[redacted] [redacted] [redacted]')
})
