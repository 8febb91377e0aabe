import { expect, test } from 'vitest'
import { contentOf } from './content-blocks.ts'

const bytes = Buffer.from('a picture').toString('base64')
const contentFor = (data: unknown) => contentOf({ success: true, message: 'Done.', data })

test('pictures and sounds become blocks, wherever they stand, and the data say which', () => {
  const others = [
    { type: 'image', data: bytes, mimeType: 'image/png' },
    { type: 'audio', data: bytes, mimeType: 'audio/wav' },
  ]
  const { content, structured } = contentFor({
    text: '',
    others,
    frame: { mime_type: 'image/jpeg', data: bytes },
  })
  expect(content.slice(2)).toEqual([
    { type: 'image', data: bytes, mimeType: 'image/png' },
    { type: 'audio', data: bytes, mimeType: 'audio/wav' },
    { type: 'image', data: bytes, mimeType: 'image/jpeg' },
  ])
  expect(JSON.stringify(content.slice(0, 2))).not.toContain(bytes)
  expect(JSON.parse((content[1] as { text: string }).text)).toEqual(structured.data)
  expect(structured.data).toMatchObject({
    others: [{ data: 'content[2]' }, { data: 'content[3]' }],
    frame: { data: 'content[4]' },
  })
})

test('resources and links to them stay what they are', () => {
  const resource = { uri: 'note://1', mimeType: 'text/plain', text: 'Milk' }
  const link = { type: 'resource_link', uri: 'note://2', name: 'two' }
  const { content, structured } = contentFor({ others: [{ type: 'resource', resource }, link] })
  expect(content.slice(2)).toEqual([{ type: 'resource', resource }, link])
  expect(structured.data).toEqual({
    others: [
      { type: 'resource', resource: { uri: 'note://1', mimeType: 'text/plain' }, block: 'content[2]' },
      { ...link, block: 'content[3]' },
    ],
  })
})

test.each([
  ['words beside a type', { mime_type: 'image/png', data: 'no base64!' }],
  ['data of another type', { mime_type: 'application/zip', data: bytes }],
  ['nothing', null],
])('%s stay text', (_what, data) => {
  const { content, structured } = contentFor(data)
  expect(content.every(({ type }) => type === 'text')).toBe(true)
  expect(structured.data).toEqual(data)
})
