import { expect, test } from 'vitest'
import { isKeyName } from './key-names.ts'

test.each([
  'id_ed25519',
  'server.PEM',
  'credentials',
  'credentials.json',
  'Credential.csv',
  'ｉd_rsa',
  'vault.kdbx.',
  '.env',
])('%s is a key', (name) => expect(isKeyName(name)).toBe(true))

test.each(['id_ed25519.pub', 'credentials.ts', 'credential.test.py', 'keyboard.md', 'monkey', 'secrets.ts'])(
  '%s is not',
  (name) => expect(isKeyName(name)).toBe(false),
)
