import type { ImapFlow } from 'imapflow'
import { expect, test } from 'vitest'
import { bodyText } from './body-text.ts'

test('an email of countless empty texts is not asked for part by part for ever', async () => {
  let asked = 0
  const fetchOne = async () => {
    asked += 1
    return { bodyParts: new Map([['1', Buffer.alloc(0)]]) }
  }
  const part = { key: '1', type: 'text/plain', encoding: '7bit', size: 0, charset: '' }
  const body = Array.from({ length: 5000 }, () => ({ ...part, isFlowed: false, isDelSp: false }))
  const read = await bodyText({ fetchOne } as unknown as ImapFlow, { uid: 1, body }, 1000)
  expect(read).toEqual({ text: '', isTruncated: true })
  expect(asked).toBe(100)
})
