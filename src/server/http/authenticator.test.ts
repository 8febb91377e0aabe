import crypto from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { expect, onTestFinished, test, vi } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { Authenticator, canonicalAddress, isLoopback } from './authenticator.ts'

const token = 'the-token-of-this-test-has-over-32-characters'
const attempts = limits.failed_logins_per_minute.value

function from(remoteAddress: string | undefined, authorization?: string): IncomingMessage {
  return { socket: { remoteAddress }, headers: { authorization } } as unknown as IncomingMessage
}

function authenticator(expected: string | null = token) {
  const clock = { ms: 0 }
  const state = { expected }
  const checks = new Authenticator({ expectedToken: () => state.expected, now: () => clock.ms })
  const check = (authorization?: string, address = '198.51.100.7') => {
    const request = from(address, authorization)
    const verdict = checks.check(request)
    if (verdict === 'wrong') checks.recordWrong(request)
    return verdict
  }
  return { check, clock, state }
}

test('without a token everybody is let in', () => {
  const { check } = authenticator(null)
  expect([check(), check('Bearer x'), check('nonsense')]).toEqual(['open', 'open', 'open'])
})

test('the right token is valid in every way a bearer may write it', () => {
  const { check } = authenticator()
  for (const header of [`Bearer ${token}`, `bearer ${token}`, `BEARER   ${token}`])
    expect(check(header)).toBe('valid')
})

test('anything else in the header is wrong, nothing is missing', () => {
  const { check } = authenticator()
  expect(check()).toBe('missing')
  const wrong = [
    '',
    token,
    'Bearer',
    'Bearer ',
    `Basic ${token}`,
    `Bearer ${token}x`,
    `Bearer ${token.slice(0, -1)}`,
    `Bearer ${token} ${token}`,
    `Bearer ${token.toUpperCase()}`,
  ]
  for (const [index, header] of wrong.entries())
    expect([header, check(header, `198.51.100.${index}`)]).toEqual([header, 'wrong'])
})

test('a new token counts at once, and the old one no longer', () => {
  const { check, state } = authenticator()
  expect(check(`Bearer ${token}`)).toBe('valid')
  state.expected = 'another-token-that-also-has-32-characters'
  expect(check(`Bearer ${token}`)).toBe('wrong')
  expect(check(`Bearer ${state.expected}`)).toBe('valid')
})

test.each(['198.51.100.7', '127.0.0.1', '::1', ''])(
  'ten wrong tokens in a minute close the door to %s; on this machine the right one still opens it',
  (address) => {
    const isHere = address !== '198.51.100.7'

    const { check, clock } = authenticator()
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      expect(check('Bearer wrong', address)).toBe('wrong')
      clock.ms += 1000
    }
    expect(check('Bearer wrong', address)).toBe('throttled')
    expect(check(`Bearer ${token}`, address)).toBe(isHere ? 'valid' : 'throttled')
    expect(check(undefined, address)).toBe('missing')
    expect(check(`Bearer ${token}`, '203.0.113.9')).toBe('valid')
    clock.ms = 60_000
    expect(check(`Bearer ${token}`, address)).toBe('valid')
  },
)

test('an address and the same one written as IPv6 are counted together', () => {
  const { check } = authenticator()
  for (let attempt = 0; attempt < attempts; attempt += 1)
    check('Bearer wrong', attempt % 2 === 0 ? '198.51.100.7' : '::ffff:198.51.100.7')
  expect(check(`Bearer ${token}`, '198.51.100.7')).toBe('throttled')
  expect(check(`Bearer ${token}`, '::ffff:198.51.100.7')).toBe('throttled')
})

test('tokens of every length are compared in constant time', () => {
  const compare = vi.spyOn(crypto, 'timingSafeEqual')
  syncBuiltinESMExports()
  onTestFinished(() => {
    compare.mockRestore()
    syncBuiltinESMExports()
  })
  const { check } = authenticator()
  const given = [token, 'x', token.slice(0, -1), `${token}x`, 'x'.repeat(token.length)]
  expect(given.map((text) => check(`Bearer ${text}`))).toEqual(['valid', 'wrong', 'wrong', 'wrong', 'wrong'])
  expect(compare.mock.calls.map((buffers) => buffers.map(({ byteLength }) => byteLength))).toEqual(
    given.map(() => [32, 32]),
  )
})

test('loopback is known however the system writes it', () => {
  for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1', undefined, ''])
    expect([address, isLoopback(canonicalAddress(address))]).toEqual([address, true])
  for (const address of ['198.51.100.7', '::ffff:198.51.100.7', 'fe80::1', '2001:db8::1', '::'])
    expect([address, isLoopback(canonicalAddress(address))]).toEqual([address, false])
})
