import { expect, test, vi } from 'vitest'
import { createTestCall } from '../../../test/tool-call.ts'
import { defineTool, type Secrecy } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { holdsMask, withMasks, withoutConcealable } from '../../platform/secrets/masked-arguments.ts'
import { MASK, maskedValue } from '../../platform/secrets/masked-value.ts'
import { concealedIn } from './concealed-arguments.ts'

const call = createTestCall({ home: '/nowhere', dataFolder: '/no' })

function typing(secrecyOf: () => Promise<Secrecy>) {
  const tool = defineTool({
    action: 'SAY',
    title: 'Say',
    description: 'Says a text.',
    params: Type.Object({ text: Type.String(), note: Type.Optional(Type.String()) }),
    data: Type.Object({}),
    risk: 'read',
    idempotent: true,
    example: { args: { text: 'Hi' } },
    conceals: { args: ['text'], secrecyOf },
    run: async () => ({ message: 'Said.', data: {} }),
  })
  return { tool }
}

test.each([
  ['no', []],
  ['maybe', [{ path: '/text', isShown: true }]],
  ['yes', [{ path: '/text', isShown: false }]],
] as const)('what is a secret: %s', async (secrecy, concealed) => {
  const entry = typing(async () => secrecy)
  expect(await concealedIn(entry, { args: { text: 'a', note: 'b' }, call })).toEqual(concealed)
})

test('what cannot be told in time, or at all, is not stored', async () => {
  const broken = typing(() => Promise.reject(new Error('no desktop')))
  expect(await concealedIn(broken, { args: { text: 'a' }, call })).toEqual([{ path: '/text', isShown: true }])
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const silent = concealedIn(
      typing(() => new Promise(() => {})),
      { args: { text: 'a' }, call },
    )
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await silent).toEqual([{ path: '/text', isShown: true }])
  } finally {
    vi.useRealTimers()
  }
})

test('a secret that is stored here is one wherever it goes; its name is none', async () => {
  const entry = typing(async () => 'no')
  const holdsSecret = (text: string) => text.includes('sk-123')
  const concealed = [{ path: '/text', isShown: false }]
  expect(await concealedIn(entry, { args: { text: 'key sk-123' }, call, holdsSecret })).toEqual(concealed)
  const named = { args: { text: '$secret.KEY' }, call, secrets: [{ path: '/text', value: () => 'x' }] }
  expect(
    await concealedIn(
      typing(async () => 'yes'),
      named,
    ),
  ).toEqual([])
})

test('records hold a mask, and a mask is not taken for a text', () => {
  const { tool } = typing(async () => 'no')
  const args = { text: 'hello', note: 'hello' }
  expect(withoutConcealable(tool, args)).toEqual({ text: MASK, note: 'hello' })
  expect(withMasks(args, [{ path: '/text' }])).toEqual({ text: MASK, note: 'hello' })
  expect(args.text).toBe('hello')
  expect(holdsMask(tool, { text: MASK })).toBe(true)
  expect(holdsMask(tool, args)).toBe(false)
})

test('what a tool says of a secret is masked, a short one only as a word', () => {
  const said = { message: 'The field holds "walnut hill".', data: { walnut: ['walnut', 'chestnut'], n: 3 } }
  expect(maskedValue(said, ['walnut hill'])).toEqual({ ...said, message: `The field holds "${MASK}".` })
  expect(maskedValue('Pressed a. It has a name.', ['a'])).toBe(`Pressed ${MASK}. It has ${MASK} name.`)
  expect(maskedValue('banana', ['a'])).toBe('banana')
  expect(maskedValue(said, [])).toBe(said)
})
