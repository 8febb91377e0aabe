import { expect } from 'vitest'
import type { RawAnswer } from './raw-http.ts'

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  'x-deskhand-version': expect.stringMatching(/^\d+\.\d+\.\d+/),
}

/** What stands on every answer, whatever it says (S35), and what stands on none (S5). */
export function expectGuardedHeaders({ headers }: Pick<RawAnswer, 'headers'>): void {
  expect(headers).toMatchObject(HEADERS)
  expect(
    Object.keys(headers).filter((name) => /^access-control-|^x-powered-by$|^server$/.test(name)),
  ).toEqual([])
}

/** Status and code of a refusal, which must be one that a person and a program both understand. */
export function problemIn(answer: RawAnswer): string {
  expectGuardedHeaders(answer)
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  const problem = JSON.parse(answer.body) as { status: number; code: string; type: string; detail: string }
  expect(problem.status).toBe(answer.status)
  expect(problem.type).toBe(`urn:deskhand:problem:${problem.code}`)
  expect(problem.detail).toMatch(/^[A-Z/].*[.]$/)
  return `${problem.status} ${problem.code}`
}
