import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHILD_MARK } from '../src/platform/processes/own-children.ts'
import { startTestService, type TestService } from './service.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
})

/** Says sentences in one conversation, one after the other; the texts and components of the last answer. */
function conversation() {
  let session_id: string | undefined
  return async (message: string) => {
    const context = { time_zone: 'Europe/Oslo' }
    const answer = await service.client.chat.send({
      body: { message, context, ...(session_id !== undefined && { session_id }) },
    })
    session_id = answer.session_id
    const text = answer.components
      .filter(({ type }) => type === 'text')
      .map(({ text }) => String(text))
      .join('\n')
    return { ...answer, text }
  }
}

const stored = (key: string) =>
  service.client.store.get({ params: { key } }) as Promise<Record<string, unknown>>

async function textsOn(key: string): Promise<string[]> {
  return ((await stored(key))['items'] as { text: string }[]).map(({ text }) => text)
}

const home = () => dirname(service.folder.root)

async function fileAt(name: string, content = 'kept'): Promise<string> {
  const folder = join(home(), 'Documents')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, name), content)
  return join(folder, name)
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

test('undo takes back the last change of the conversation, and then the one before', async () => {
  const say = conversation()
  await say('add milk to my shopping list')
  await say('add jam to my shopping list')
  await say("what's the weather in Oslo")
  expect((await say('undo')).text).toContain('add jam to my shopping list')
  expect(await textsOn('shopping')).toEqual(['Milk'])
  await say('undo that')
  expect(await stored('shopping')).toEqual({})
  expect((await say('undo')).text).toContain('Nothing')
})

test('undo leaves what somebody else has changed since, and says so', async () => {
  const say = conversation()
  await say('take a note that the key is under the mat')
  const { notes } = (await stored('notes')) as { notes: object[] }
  await service.client.store.put({ params: { key: 'notes' }, body: { notes, own: 1 } })
  expect((await say('undo')).text).toContain('changed since')
  expect(await stored('notes')).toMatchObject({ own: 1, notes: [{ text: 'the key is under the mat' }] })
})

test('another conversation undoes nothing, and neither does one whose last change cannot be taken back', async () => {
  const first = conversation()
  await first('add bread to my todo list')
  expect((await conversation()('undo')).text).toContain('Nothing')
  await first('set my home city to Leeds')
  expect((await first('undo')).text).toContain("I can't undo that from here: “")
  expect(await textsOn('todo')).toEqual(['Bread'])
})

test('"delete that" takes back what was just added, and nothing else', async () => {
  const say = conversation()
  await say('add soap to my holiday list')
  await say('tick off soap on my holiday list')
  expect((await say('delete that')).text).toContain('Name what to delete')
  expect(await textsOn('holiday')).toEqual(['Soap'])
  await say('add towels to my holiday list')
  await say('delete that')
  expect(await textsOn('holiday')).toEqual(['Soap'])
})

test('"no, marmalade" replaces the entry that was just added', async () => {
  const say = conversation()
  await say('add jam to my breakfast list')
  await say('no, marmalade')
  expect(await textsOn('breakfast')).toEqual(['Marmalade'])
  await say('and eggs')
  expect(await textsOn('breakfast')).toEqual(['Marmalade', 'Eggs'])
})

test('a follow-up is put together with what it follows, also after a restart', async () => {
  const say = conversation()
  await say('weather in Oslo')
  expect((await say('and tomorrow?')).components).toContainEqual(
    expect.objectContaining({ type: 'live_weather', city: 'Oslo', focus: 'daily' }),
  )
  expect((await say('what about London')).components).toContainEqual(
    expect.objectContaining({ type: 'live_weather', city: 'London', focus: 'daily' }),
  )
  await say('100 usd in eur')
  expect((await say('in pounds')).components).toContainEqual(
    expect.objectContaining({ type: 'currency_converter', amount: 100, from: 'USD', to: 'GBP' }),
  )
  await service.restart()
  await say('20 miles in km')
  await service.restart()
  expect((await say('and 50?')).components).toContainEqual(
    expect.objectContaining({ type: 'unit_converter', value: 50, from: 'mi', to: 'km' }),
  )
})

test('a bare answer completes what we asked back for', async () => {
  const say = conversation()
  await say('add something to my bakery list')
  await say('rolls and a cake')
  expect(await textsOn('bakery')).toEqual(
    ['Rolls', 'Cake'].map((text) => expect.stringContaining(text.slice(1))),
  )
  await say('how are you')
  expect((await say('croissants')).route.by).not.toBe('router')
})

test('a follow-up without anything before it does nothing', async () => {
  const say = conversation()
  expect((await say('and tomorrow?')).route.by).not.toBe('router')
  expect((await say('yes')).text).toContain('Nothing')
  expect((await say('never mind')).text).toBe('All right.')
})

test('a deletion asks first; "yes, do it" does it and "undo" brings the file back', async () => {
  const path = await fileAt('report.txt', 'a report')
  const say = conversation()
  const asked = await say(`delete ${path}`)
  expect(asked.components).toContainEqual(
    expect.objectContaining({ type: 'confirmation', action: 'DELETE_FILE', args: { path } }),
  )
  expect(await exists(path)).toBe(true)
  expect((await say('ok')).text).toContain('yes, do it')
  expect((await say('yes')).text).toContain('yes, do it')
  expect(await exists(path)).toBe(true)
  expect((await say('yes, do it')).text).toContain('trash')
  expect(await exists(path)).toBe(false)
  const info = join(home(), '.local/share/Trash/info')
  expect(await readdir(info)).toContain('report.txt.trashinfo')
  expect((await say('undo')).text).toContain('Restored')
  expect(await readFile(path, 'utf8')).toBe('a report')
  expect(await readdir(info)).not.toContain('report.txt.trashinfo')
})

test('"no" rejects, and a file that was deleted by the button is restored by its name', async () => {
  const path = await fileAt('letter.txt')
  const say = conversation()
  await say(`delete ${path}`)
  expect((await say('no')).text).toContain('Rejected. Nothing was done.')
  expect(await exists(path)).toBe(true)
  await say(`delete ${await fileAt('draft.txt')}`)
  await say('yes')
  expect(await exists(join(dirname(path), 'draft.txt'))).toBe(false)
  const { components } = await say(`delete ${path}`)
  const card = components.find(({ type }) => type === 'confirmation')!
  const confirmation_id = String(card['confirmation_id'])
  await service.client.tools.confirm({ body: { confirmation_id, approved: true } })
  expect(await exists(path)).toBe(false)
  await expect.poll(async () => (await say('restore letter.txt')).text).toContain('Restored')
  expect(await exists(path)).toBe(true)
})

test('words approve nothing where two questions wait, or where the question stands in another conversation', async () => {
  const [one, two] = [await fileAt('one.txt'), await fileAt('two.txt')]
  const say = conversation()
  await say(`delete ${one}`)
  expect((await conversation()('approve')).text).toContain('Nothing in this conversation')
  await say(`delete ${two}`)
  expect((await say('approve')).text).toContain('2 things')
  expect(await exists(one)).toBe(true)
  expect(await exists(two)).toBe(true)
  const waiting = await conversation()("what's waiting for me")
  expect(waiting.components.filter(({ type }) => type === 'confirmation')).toHaveLength(2)
})

test('"cancel" rejects what waits in this conversation, and nothing else', async () => {
  const path = await fileAt('three.txt')
  const open = async () => (await service.client.tools.listConfirmations({})).confirmations
  const before = await open()
  const say = conversation()
  await say(`delete ${path}`)
  expect(await open()).toHaveLength(before.length + 1)
  await say('cancel')
  expect(await exists(path)).toBe(true)
  expect(await open()).toEqual(before)
  for (const { confirmation_id } of before)
    await service.client.tools.confirm({ body: { confirmation_id, approved: false } })
})

test('a chip that cannot be done asks for what is missing, and teaches nothing', async () => {
  const say = conversation()
  for (const chip of [
    'I mean Encyclopedia: over and over',
    'I mean Find files: filing it away',
    'I mean New contact: delete contact Tom Smith',
  ]) {
    const { text, route } = await say(chip)
    expect(route.by, chip).toBe('router')
    expect(text, chip).toContain('for example')
  }
  expect(await stored('contacts')).toEqual({})
  await say("I mean Goodbye: what's left to do over there")
  expect((await say("what's left to do over there")).text).not.toContain('Goodbye')
})

test('what is wrong can be undone, and what waits is told', async () => {
  const say = conversation()
  expect((await say('what needs my approval')).text).toBe('Nothing is waiting for you.')
  await say('add honey to my larder list')
  const wrong = await say("that's wrong")
  expect(wrong.components).toContainEqual(
    expect.objectContaining({ type: 'button', action: { kind: 'chat', message: 'Undo that' } }),
  )
  await say('Undo that')
  expect(await stored('larder')).toEqual({})
  await say('add tea to my larder list')
  await say('cancel that')
  expect(await textsOn('larder')).toEqual(['Tea'])
  await say('yes')
  expect(await stored('larder')).toEqual({})
})

test('"open it" opens the one file that was found', async () => {
  await fileAt('glacier-facts.txt', 'The glacier is old.')
  const say = conversation()
  await say('find files named glacier-facts')
  expect((await say('open it')).components).toContainEqual(
    expect.objectContaining({ type: 'code', code: expect.stringContaining('The glacier is old.') }),
  )
})

test('moving to another city changes what the weather is about, and facts can be asked for', async () => {
  const say = conversation()
  await say('set my home city to Leeds')
  await say('I moved to York')
  expect((await service.client.settings.get({}))['HOME_CITY']).toBe('York')
  expect((await say("what's the weather?")).components).toMatchObject([
    { type: 'live_weather', city: 'York' },
  ])
  expect((await say('where do I live')).text).toBe('You live in York.')
  expect((await say("what's my work email")).text).toContain('know your work email')
  await say('my work email is ada@example.org')
  expect((await say("what's my work email?")).text).toContain('ada@example.org')
  await say('my wife is called Mei')
  expect((await say("what's my wife's name")).text).toContain('Mei')
})

test('a file that was moved and an event that was added are taken back', async () => {
  const path = await fileAt('plan.txt', 'a plan')
  const say = conversation()
  await say(`move ${path} to ${join(home(), 'moved-plan.txt')}`)
  expect(await exists(path)).toBe(false)
  await say('undo')
  expect(await readFile(path, 'utf8')).toBe('a plan')
  const events = async () => {
    const result = await service.client.tools.execute({
      body: { tool_name: 'CALENDAR_LIST', args: { from: '2027-03-01', to: '2027-03-03' } },
    })
    return (result.data as { events: unknown[] }).events
  }
  await say('add Review to my calendar on 2 march 2027 at 10')
  expect(await events()).toHaveLength(1)
  await say('undo that')
  expect(await events()).toEqual([])
})

const PROGRAM = `fetch(process.argv[1] + '/chat', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message: 'yes, do it', session_id: process.argv[2] }),
})`

test.runIf(process.platform === 'linux')('a program that the service started approves nothing', async () => {
  const path = await fileAt('four.txt')
  const say = conversation()
  const { session_id } = await say(`delete ${path}`)
  const child = spawn(process.execPath, ['-e', PROGRAM, service.address, session_id], {
    stdio: 'ignore',
    env: { ...process.env, [CHILD_MARK]: '1' },
  })
  await once(child, 'exit')
  expect(await exists(path)).toBe(true)
  await say('yes, do it')
  expect(await exists(path)).toBe(false)
})
