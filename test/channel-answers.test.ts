import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from './service.ts'
import { TelegramServer, TOKEN } from './telegram-server.ts'

let telegram: TelegramServer
let service: TestService
beforeAll(async () => {
  telegram = await new TelegramServer().open()
  const environment = { DESKHAND_UPSTREAM_TELEGRAM: telegram.origin, DESKHAND_TELEGRAM_BOT_TOKEN: TOKEN }
  service = await startTestService({ environment })
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await telegram[Symbol.asyncDispose]()
})

async function answerTo(message: string): Promise<string> {
  const before = telegram.sent.length
  telegram.write(message)
  await expect.poll(() => telegram.sent.length).toBeGreaterThan(before)
  return telegram.sent
    .slice(before)
    .map(({ text }) => text)
    .join('\n')
}

test('somebody is let in', async () => {
  const state = async () =>
    (await service.client.channels.list({})).channels.find(({ channel }) => channel === 'telegram')!.state
  await expect.poll(state).toBe('connected')
  const { code } = await service.client.channels.pair({ params: { channel: 'telegram' } })
  telegram.write(`/start ${code}`)
  await expect.poll(() => telegram.sent.length).toBe(1)
})

test('a list that is changed from the phone is read there too', async () => {
  expect(await answerTo('add milk and eggs to my shopping list')).toContain('☐ Milk')
  expect(await answerTo('check off milk on my shopping list')).toContain('☑ ')
  const shown = await answerTo('show my shopping list')
  expect(shown).toMatch(/☑ .*Milk.*\n☐ Eggs/s)
  expect(shown).not.toContain('Open Deskhand')
})

test('notes and an empty list too', async () => {
  await answerTo('note: the key is under the mat')
  expect(await answerTo('show my notes')).toContain('under the mat')
  expect(await answerTo('show my packing list')).toContain('Nothing yet')
})

test('a file comes as a file, and figures as a picture', async () => {
  const documents = join(dirname(service.folder.root), 'Documents')
  await mkdir(documents, { recursive: true })
  await writeFile(join(documents, 'report.csv'), 'month,sum\nMay,3\nJune,5\n')
  const files = () =>
    telegram.sent.flatMap(({ method, picture }) => (picture ? [{ method, name: picture.name }] : []))
  await answerTo('read the file ~/Documents/report.csv')
  await expect.poll(files).toEqual([{ method: 'sendDocument', name: 'report.csv' }])
  await answerTo('bar chart of May 3, June 5, July 9')
  await expect.poll(files).toContainEqual(expect.objectContaining({ method: 'sendPhoto' }))
})
