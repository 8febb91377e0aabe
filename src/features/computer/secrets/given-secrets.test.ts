import { expect, test } from 'vitest'
import { looksLikePassword, secretsIn, secretsInWords } from './given-secrets.ts'

test.each([
  ['Log in at the shop as ada with the password hunter2 and order nothing', 'hunter2'],
  ['Sign in. User: ada, password: sesame', 'sesame'],
  ['The password for the router is blue-Lagoon', 'blue-Lagoon'],
  ['Change the password to tangerine', 'tangerine'],
  ['Use "open sesame please" as the password', 'open sesame please'],
  [
    'Unlock the vault, passphrase is correct horse battery staple, then close it',
    'correct horse battery staple',
  ],
  ['Enter the PIN 4821 and press OK', '4821'],
  ['Type the verification code: 918 273', '918 273'],
  ['Log in with ada / Tr0ub4dor&3', 'Tr0ub4dor&3'],
  ['Sign in with ada:s3cret! at the intranet', 's3cret!'],
  ['Melde dich an, das Passwort lautet Sonnenblume', 'Sonnenblume'],
  ['Le mot de passe est « tournesol »', 'tournesol'],
  ['La contraseña es girasol', 'girasol'],
  ['Set the API key to abc', 'abc'],
  ['Пароль: ромашка', 'ромашка'],
])('%s', (text, secret) => expect(secretsIn(text).map((one) => one.trim())).toContain(secret))

test.each([
  'Type the password into the field',
  'Open the password manager and close it',
  'Click "Forgot password?" and wait for the page',
  'Open report-2026.pdf in ~/Documents and print page 3',
  'Log in to https://intranet.example.com/login?next=2 as ada',
  'Add lunch with Ada tomorrow at 13:30',
  'Sign in as ada@example.com on 127.0.0.1:8080',
])('gives nothing away: %s', (text) => expect(secretsIn(text)).toEqual([]))

test('a model speaks of passwords without telling them', () => {
  expect(secretsInWords('The password was rejected, so I type it again.')).toEqual([])
  expect(secretsInWords('I type the password Tr0ub4dor&3 now.')).toEqual(['Tr0ub4dor&3'])
})

test('names, words and amounts are no passwords', () => {
  for (const word of [
    'Berlin',
    'report.pdf',
    '20:30',
    '2026-03-02',
    'a@b.example',
    'Müller-Lüdenscheidt',
    '250ms',
  ])
    expect(looksLikePassword(word), word).toBe(false)
  for (const word of ['hunter2', 'Tr0ub4dor&3', 'x!kcd-7', 'S0nne'])
    expect(looksLikePassword(word), word).toBe(true)
})
