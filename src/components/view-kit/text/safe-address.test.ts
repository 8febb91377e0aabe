import { expect, test } from 'vitest'
import { safeAddress } from './safe-address.ts'

test.each([
  ['https://example.org', true],
  [' HTTP://example.org ', true],
  ['mailto:ada@example.org', true],
  ['tel:+4712345678', true],
  ['/flows/1', true],
  ['//evil.example', false],
  ['/\\evil.example', false],
  ['javascript:alert(1)', false],
  [' java\nscript:alert(1)', false],
  ['data:text/html,x', false],
  ['file:///etc/passwd', false],
  ['evil.example', false],
  ['', false],
])('"%s" leads somewhere: %s', (address, isSafe) => {
  expect(safeAddress(address)).toBe(isSafe ? address.trim() : undefined)
})
