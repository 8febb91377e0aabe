import { describe, expect, test } from 'vitest'
import { silentLog } from '../../../contract/log.ts'
import { typeText, type TypingWays } from './typing.ts'

/** Ways of which only some work, and what was tried. */
function ways(members: Partial<TypingWays> = {}): TypingWays & { readonly tried: string[] } {
  const tried: string[] = []
  return {
    tried,
    accessibility: null,
    paste: async () => {
      tried.push('paste')
      return null
    },
    strike: async () => void tried.push('strike'),
    selectAll: async () => void tried.push('select'),
    press: async (chord) => void tried.push(chord),
    allRead: async () => void tried.push('read'),
    keys: { first: 0, most: 64 },
    log: silentLog,
    ...members,
  }
}

const pasted = { verified: true, clipboardReplaced: false }

test('a short text that nobody fetches from the clipboard is struck on the keys', async () => {
  const given = ways()
  expect(await typeText(given, 'short', {})).toEqual({
    method: 'keys',
    verified: false,
    characters: 5,
    clipboardReplaced: false,
    value: null,
    submitted: false,
  })
  expect(given.tried).toEqual(['paste', 'strike'])
})

test.each(['two\nlines', 'a\ttab', 'x'.repeat(65)])('%j is never struck unasked', async (text) => {
  const given = ways()
  await expect(typeText(given, text, {})).rejects.toMatchObject({ code: 'conflict' })
  expect(given.tried).toEqual(['paste'])
  await typeText(given, text, { method: 'keys' })
  expect(given.tried).toEqual(['paste', 'strike'])
})

test('where keys are surer, only what they cannot write well goes over the clipboard', async () => {
  const keys = { first: 8, most: Infinity }
  const given = ways({ keys })
  await typeText(given, 'short', {})
  expect(given.tried).toEqual(['strike'])
  await typeText(given, 'longer than that', {})
  expect(given.tried).toEqual(['strike', 'paste', 'strike'])
  await expect(typeText(given, 'a\nb', {})).rejects.toMatchObject({ code: 'conflict' })
})

describe('a way that fails', () => {
  const broken = () => Promise.reject(new Error('no wl-copy'))

  test('is not the end while there is another', async () => {
    const given = ways({ paste: broken, accessibility: { insert: broken } })
    expect(await typeText(given, 'short', {})).toMatchObject({ method: 'keys' })
  })

  test('says why when there is none', async () => {
    await expect(typeText(ways({ paste: broken }), 'two\nlines', {})).rejects.toThrowError('no wl-copy')
    await expect(typeText(ways({ paste: broken }), 'a', { method: 'clipboard' })).rejects.toThrowError(
      'no wl-copy',
    )
  })

  test('is not followed by another when it was called off', async () => {
    const stop = new AbortController()
    const given = ways({
      paste: () => {
        stop.abort(new Error('stop'))
        return Promise.reject(new Error('aborted'))
      },
    })
    await expect(typeText(given, 'short', { signal: stop.signal })).rejects.toThrowError('stop')
    expect(given.tried).toEqual([])
  })
})

test('what stands there is marked by a key before what replaces it by a key, and not before what needs no key', async () => {
  const keys = ways({ keys: { first: 8, most: 8 } })
  await typeText(keys, 'short', { replace: true })
  expect(keys.tried).toEqual(['select', 'strike'])
  const replaced: unknown[] = []
  const told = ways({
    accessibility: {
      insert: async (_text, options) => {
        replaced.push(options?.replace)
        return { verified: true }
      },
    },
  })
  await typeText(told, 'short', { replace: true })
  expect([told.tried, replaced]).toEqual([[], [true]])
})

test('the way that is named is the only one', async () => {
  const given = ways({ paste: async () => pasted })
  expect(await typeText(given, 'x', { method: 'clipboard' })).toMatchObject({
    method: 'clipboard',
    verified: true,
  })
  await expect(typeText(given, 'x', { method: 'accessibility' })).rejects.toMatchObject({ code: 'conflict' })
})

describe('what is submitted', () => {
  const field = (value: string | null, [start, end] = [value?.length ?? 0, value?.length ?? 0]) => ({
    value,
    selected: { start, end },
    isPassword: value === null,
  })
  /** A field that shows one thing after the other, and stays with the last. */
  const showing = (...shown: readonly ReturnType<typeof field>[]) => {
    let next = 0
    return { insert: async () => null, field: async () => shown[Math.min(next++, shown.length - 1)]! }
  }
  const paste = async () => pasted

  test('is followed by Return when the field shows it, and not before', async () => {
    const looks: string[][] = []
    const given = ways({ paste })
    const reading = showing(field('old'), field('old'), field('old'), field('new'))
    const accessibility = {
      ...reading,
      field: () => {
        looks.push([...given.tried])
        return reading.field()
      },
    }
    const typed = await typeText({ ...given, accessibility }, 'new', { replace: true, submit: true })
    expect(typed).toMatchObject({ value: 'new', verified: true, submitted: true })
    expect(looks.at(-1)).toEqual(['select'])
    expect(given.tried).toEqual(['select', 'Return'])
  })

  test('is freed of what the field has added to it', async () => {
    const completed = field('example.org/page', [11, 16])
    const given = ways({ paste, accessibility: showing(field(''), completed, field('example.org')) })
    const typed = await typeText(given, 'example.org', { submit: true })
    expect(typed).toMatchObject({ value: 'example.org', verified: true, submitted: true })
    expect(given.tried).toEqual(['Delete', 'Return'])
  })

  test('is typed once more where what stood there was not marked in time', async () => {
    const given = ways({
      paste,
      accessibility: showing(
        field('old'),
        ...Array.from({ length: 40 }, () => field('oldnew')),
        field('new'),
      ),
    })
    const typed = await typeText(given, 'new', { replace: true, submit: true })
    expect(typed).toMatchObject({ submitted: true })
    expect(given.tried).toEqual(['select', 'select', 'Return'])
  })

  test('waits until all is read where the field tells nothing, and tells nothing of a password', async () => {
    for (const accessibility of [null, showing(field(null))]) {
      const given = ways({ paste, accessibility })
      const typed = await typeText(given, 'secret', { submit: true })
      expect(typed).toMatchObject({ value: null, verified: true, submitted: true })
      expect(given.tried).toEqual(['read', 'Return'])
    }
  })
})
