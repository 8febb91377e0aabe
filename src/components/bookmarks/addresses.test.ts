import { expect, test } from 'vitest'
import { byFolder, hostOf, readAddress } from './addresses.ts'

test('an address is read as a person types it, and nothing else is one', () => {
  expect(readAddress('vy.no')).toBe('https://vy.no/')
  expect(readAddress(' http://example.com/a?b ')).toBe('http://example.com/a?b')
  expect(readAddress('mailto:ada@example.com')).toBe('mailto:ada@example.com')
  expect(readAddress('javascript:alert(1)')).toBeUndefined()
  expect(readAddress('two words.com')).toBeUndefined()
  expect(readAddress('nothing')).toBeUndefined()
})

test('folders are in order, and what has none comes last', () => {
  const mark = (id: string, folder?: string) => ({
    id,
    title: id,
    url: 'https://a.b',
    ...(folder && { folder }),
  })
  expect(byFolder([mark('1'), mark('2', 'Work'), mark('3', 'Fun')]).map(({ folder }) => folder)).toEqual([
    'Fun',
    'Work',
    undefined,
  ])
})

test('a page is named by its host', () => {
  expect(hostOf('https://www.vy.no/en')).toBe('vy.no')
  expect(hostOf('mailto:a@b.c')).toBe('mailto:a@b.c')
})
