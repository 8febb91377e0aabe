import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LLMock } from '@copilotkit/aimock'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forModel, forRouter, known } from './chat-with-model-sentences.ts'
import { startTestService, type TestService } from './service.ts'

// It tries the examples of docs/write-a-shell.md.

const documents = ['budget.xlsx', 'invoice.pdf', 'notes.md', 'old.txt', 'report.txt']
const downloads = ['keep-me.txt', 'trash-me.txt']

let mock: LLMock
let service: TestService

beforeAll(async () => {
  mock = new LLMock({ port: 0 })
  await mock.start()
  mock.onMessage(/[\s\S]*/, () => ({ content: 'Done.' }))
  service = await startTestService()
  await furnish(dirname(service.folder.root))
  for (const sentence of known) await say(sentence)
  await service.client.settings.update({
    body: {
      LLM_PROVIDER: 'openai_compatible',
      LLM_MODEL: 'small',
      LLM_BASE_URL: `${mock.url}/v1`,
      LLM_API_KEY: 'key-of-the-test',
    },
  })
})

afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await mock?.stop()
})

function say(message: string) {
  return service.client.chat.send({ body: { message, context: { time_zone: 'Europe/Oslo' } } })
}

async function stored(): Promise<string> {
  const { entries } = await service.client.store.list({ query: {} })
  return JSON.stringify(entries)
}

test('what is the model’s reaches it, and the router has changed nothing', async () => {
  const before = await stored()
  const taken: string[] = []
  for (const sentence of forModel) {
    const { route, components } = await say(sentence)
    if (route.by !== 'model') taken.push(`${sentence} -> ${JSON.stringify(components).slice(0, 200)}`)
  }
  expect(taken).toEqual([])
  expect(await stored()).toBe(before)
  const home = dirname(service.folder.root)
  expect((await readdir(join(home, 'Documents'))).toSorted()).toEqual(documents)
  expect((await readdir(join(home, 'Downloads'))).toSorted()).toEqual(downloads)
})

test('what the router understands to the last word it answers also with a model', async () => {
  const given: string[] = []
  for (const sentence of forRouter) if ((await say(sentence)).route.by === 'model') given.push(sentence)
  expect(given).toEqual([])
})

async function furnish(home: string): Promise<void> {
  for (const [folder, names] of Object.entries({ Documents: documents, Downloads: downloads })) {
    await mkdir(join(home, folder))
    for (const name of names) await writeFile(join(home, folder, name), 'The roof is done.\n')
  }
}
