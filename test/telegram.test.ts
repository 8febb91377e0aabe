import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Confirmation } from '../src/contract/confirmation.ts'
import type { Answerer } from '../src/features/chat/answering.ts'
import {
  longQuestion,
  openChannelStage,
  type ChannelStage,
  type ChannelStageOptions,
} from './channel-stage.ts'
import { TelegramServer, type SentMessage } from './telegram-server.ts'
import { echo } from './webhook-stage.ts'

// It tries the examples of docs/channels.md.

const EVE = { id: 666, first_name: 'Eve' }

async function openWith(options: Omit<ChannelStageOptions, 'telegram'>) {
  const opened = new AsyncDisposableStack()
  const telegram = opened.use(await new TelegramServer().open())
  const stage = opened.use(await openChannelStage({ telegram, ...options }))
  return { telegram, stage, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

const texts = ({ sent }: TelegramServer) => sent.map(({ text }) => text)
const outcomes = ({ audited }: ChannelStage) => audited.map(({ detail }) => detail?.['outcome'])

test('a paired person is answered, by name, in a conversation of their own; a stranger gets silence', async () => {
  const { answerer, heard } = echo()
  const names: (string | undefined)[] = []
  const naming: Answerer = (asked, writer, reading) => {
    names.push(asked.senderName)
    return answerer(asked, writer, reading)
  }
  await using on = await openWith({ answerers: [naming] })
  const { telegram, stage } = on
  telegram.write('df', { from: EVE })
  await stage.pair()
  telegram.write('df & <b>')
  await expect.poll(() => texts(telegram)).toContain('You said: df &amp; &lt;b&gt;')
  telegram.write('df', { from: EVE })
  telegram.push({ edited_message: { from: EVE, chat: { ...EVE, type: 'private' }, text: 'df' } })
  telegram.push({ message_reaction: { user: EVE, chat: { ...EVE, type: 'private' } } })
  telegram.write('last')
  await expect.poll(() => texts(telegram)).toContain('You said: last')
  expect(heard).toEqual([
    { message: 'df & <b>', by: 'channel:telegram:4711' },
    { message: 'last', by: 'channel:telegram:4711' },
  ])
  expect(names).toEqual(['Ada', 'Ada'])
  expect(telegram.sent.every(({ chat_id }) => chat_id === 4711)).toBe(true)
  expect(outcomes(stage).filter((one) => one === 'not_paired')).toHaveLength(4)
})

test('a code works once, for ten minutes, in a private chat, and a new one replaces it', async () => {
  let now = new Date('2026-03-02T09:00:00Z')
  await using on = await openWith({ answerers: [echo().answerer], now: () => now })
  const { telegram, stage } = on
  await stage.pair()
  const people = () => stage.channels.list()[0]!.pairings.map(({ person }) => person)
  const old = await stage.channels.pair('telegram')
  expect(old).toMatchObject({ link: `https://t.me/deskhand_bot?start=${old.code}`, account: '@deskhand_bot' })
  const { code } = await stage.channels.pair('telegram')
  telegram.write(old.code, { from: EVE })
  telegram.write(code, { from: EVE, chat: { id: -100, type: 'group' } })
  now = new Date('2026-03-02T09:10:01Z')
  telegram.write(code, { from: EVE })
  const fresh = await stage.channels.pair('telegram')
  telegram.write(fresh.code.toLowerCase(), { from: { id: 12, first_name: 'Grace' } })
  await expect.poll(people).toEqual(['4711', '12'])
  telegram.write(fresh.code, { from: EVE })
  telegram.write('done')
  await expect.poll(() => texts(telegram)).toContain('You said: done')
  expect(people()).toEqual(['4711', '12'])
  expect(stage.notices.map(({ title }) => title)).toEqual([
    'Ada (4711) can now write from Telegram',
    'Grace (12) can now write from Telegram',
  ])
})

test('a list of people is not widened by pairings, and a revoked pairing is over', async () => {
  await using on = await openWith({ answerers: [echo().answerer] })
  const { telegram, stage } = on
  const id = await stage.pair()
  await stage.pair({ id: 12, first_name: 'Grace' })
  stage.set('TELEGRAM_USERS', ['12'])
  telegram.write('not listed')
  telegram.write('listed', { from: { id: 12, first_name: 'Grace' } })
  await expect.poll(() => texts(telegram)).toContain('You said: listed')
  stage.set('TELEGRAM_USERS', [])
  await stage.channels.revoke(id)
  telegram.write('revoked')
  telegram.write('still there', { from: { id: 12, first_name: 'Grace' } })
  await expect.poll(() => texts(telegram)).toContain('You said: still there')
  expect(texts(telegram).join()).not.toMatch(/not listed|revoked/)
})

test('with another account nobody is paired', async () => {
  await using on = await openWith({ answerers: [echo().answerer] })
  const { telegram, stage } = on
  await stage.pair()
  telegram.bot = { ...telegram.bot, id: 5, username: 'other_bot' }
  stage.set('TELEGRAM_BOT_TOKEN', telegram.token)
  const channel = () => stage.channels.list()[0]!
  await expect.poll(() => channel().account).toBe('@other_bot')
  expect(channel().pairings).toEqual([])
  telegram.write('to the other bot')
  await stage.pair({ id: 12, first_name: 'Grace' })
  expect(texts(telegram).join()).not.toContain('to the other bot')
  telegram.bot = { ...telegram.bot, id: 110201543 }
  await stage.channels.connect('telegram')
  await expect.poll(() => channel().pairings.map(({ person }) => person)).toEqual(['4711'])
})

test('an update runs once, also when it comes again', async () => {
  const { answerer, heard } = echo()
  await using on = await openWith({ answerers: [answerer] })
  const { telegram, stage } = on
  await stage.pair()
  telegram.write('once')
  await expect.poll(() => texts(telegram)).toContain('You said: once')
  const repeated = { update_id: 870_000_002, message: messageOf('once') }
  telegram.push(repeated)
  telegram.write('after')
  await expect.poll(() => texts(telegram)).toContain('You said: after')
  expect(heard.map(({ message }) => message)).toEqual(['once', 'after'])
  await expect.poll(() => telegram.waiting).toBe(0)
})

test('killed between the receipt and the run: one run', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-killed-channel-'))
  await using telegram = await new TelegramServer().open()
  {
    await using stage = await openChannelStage({
      answerers: [echo().answerer],
      telegram,
      folder: folder.path,
    })
    await stage.pair()
  }
  telegram.write('only once')
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('killed-channel.ts', import.meta.url)), telegram.origin, folder.path],
    {
      stdio: 'inherit',
    },
  )
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  const { answerer, heard } = echo()
  await using stage = await openChannelStage({ answerers: [answerer], telegram, folder: folder.path })
  await expect.poll(() => texts(telegram)).toContain('You said: only once')
  telegram.write('next')
  await expect.poll(() => texts(telegram)).toContain('You said: next')
  expect(heard.map(({ message }) => message)).toEqual(['only once', 'next'])
  expect(stage.channels.list()[0]!.state).toBe('connected')
})

test.each([
  ['a second reader', (telegram: TelegramServer) => secondReader(telegram), /Another program reads/],
  [
    'a token that no longer counts',
    (telegram: TelegramServer) => {
      telegram.token = 'another'
      telegram.push({})
    },
    /TELEGRAM_BOT_TOKEN/,
  ],
])('%s stops it, and says what to do', async (_name, disturb, sentence) => {
  await using on = await openWith({ answerers: [echo().answerer] })
  const { telegram, stage } = on
  await stage.pair()
  await expect.poll(() => telegram.isPolled).toBe(true)
  await Promise.resolve(disturb(telegram))
  const channel = () => stage.channels.list()[0]!
  await expect.poll(() => channel().state, { timeout: 10_000 }).toBe('stopped')
  expect(channel().message).toMatch(sentence)
  expect(stage.notices.at(-1)).toMatchObject({ title: 'Telegram was stopped' })
  await expect(stage.channels.pair('telegram')).rejects.toThrow(sentence)
  telegram.token = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw'
  await stage.channels.connect('telegram')
  telegram.write('back')
  await expect.poll(() => texts(telegram)).toContain('You said: back')
})

/** Every message wants to send a letter to whoever it names. */
function letters(args: (message: string) => Readonly<Record<string, unknown>> = (to) => ({ to })) {
  const asked: string[] = []
  const state: { stage?: ChannelStage } = {}
  const answerer: Answerer = async ({ message, provenance, signal }, writer) => {
    writer.route({ by: 'router', score: 1, candidates: [] })
    const wish = { action: 'SEND_LETTER', args: args(message), provenance, signal }
    const { data } = await state.stage!.runner.run(wish)
    const { confirmation } = data as { confirmation: Confirmation }
    asked.push(confirmation.confirmation_id)
    writer.askApproval(confirmation)
    return true
  }
  return { asked, state, answerer }
}

async function openLetters(options: {
  mayApprove: boolean
  args?: (message: string) => Readonly<Record<string, unknown>>
  now?: () => Date
}) {
  const { asked, state, answerer } = letters(options.args)
  const on = await openWith({ answerers: [answerer], ...(options.now && { now: options.now }) })
  state.stage = on.stage
  const id = await on.stage.pair()
  if (options.mayApprove) await on.stage.channels.changePairing(id, true)
  const question = async (): Promise<SentMessage> => {
    await expect.poll(() => texts(on.telegram).join()).toMatch(/letter/i)
    return on.telegram.sent.findLast(({ text }) => /letter/i.test(text))!
  }
  return { ...on, asked, pairing: id, question }
}

test('without "may approve" there is no button, words approve nothing, and what is decided is told', async () => {
  await using on = await openLetters({ mayApprove: false })
  const { telegram, stage, asked } = on
  telegram.write('Grace')
  const question = await on.question()
  expect(question).toMatchObject({ buttons: [], text: expect.stringContaining("can't approve it from here") })
  for (const word of ['yes', 'approve', `a:${'x'.repeat(22)}`]) telegram.write(word)
  await expect.poll(() => asked.length).toBe(4)
  expect(stage.letters).toEqual([])
  await fetch(`${stage.address}/api/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ confirmation_id: asked[0], approved: true }),
  })
  expect(stage.letters).toEqual(['Grace'])
  await expect.poll(() => question.text).toContain('Approved on your computer.')
  await expect.poll(() => texts(telegram)).toContain('The letter to Grace is on its way.')
})

test('who may approve sees everything and presses once', async () => {
  await using on = await openLetters({ mayApprove: true })
  const { telegram, stage } = on
  telegram.write('Grace <3')
  const question = await on.question()
  expect(question.text).toContain('to: Grace &lt;3')
  expect(question.buttons.map(({ text }) => text)).toEqual(['Approve', 'Reject'])
  expect(question.buttons[0]!.callback_data).toMatch(/^a:[\w-]{22}$/)
  const copy = { ...question }
  telegram.press(copy, 'Approve')
  await expect.poll(() => stage.letters).toEqual(['Grace <3'])
  await expect.poll(() => question.text).toContain('Approved here.')
  expect(question.buttons).toEqual([])
  telegram.press(copy, 'Reject')
  await expect
    .poll(() => telegram.answers.map(({ text }) => text))
    .toContain('This button no longer works. Decide in Deskhand on your computer.')
  expect(stage.letters).toEqual(['Grace <3'])
  expect(stage.audited).toContainEqual(
    expect.objectContaining({ kind: 'approval', provenance: 'channel:telegram:4711' }),
  )
})

test('a button counts for one person, chat and message, and for a quarter of an hour', async () => {
  let now = new Date('2026-03-02T09:00:00Z')
  await using on = await openLetters({ mayApprove: true, now: () => now })
  const { telegram, stage, pairing } = on
  await stage.pair({ id: 12, first_name: 'Grace' })
  const grace = stage.channels.list()[0]!.pairings.find(({ person }) => person === '12')!
  await stage.channels.changePairing(grace.id, true)
  telegram.write('Heidi')
  const question = await on.question()
  telegram.press(question, 'Approve', { from: EVE })
  await expect.poll(() => outcomes(stage)).toContain('button_refused')
  // Those who are paired are told; how often it is written down is limited.
  const attempts = [
    () => telegram.press({ ...question, chat_id: 12 }, 'Approve', { from: { id: 12, first_name: 'Grace' } }),
    () => telegram.press({ ...question, message_id: 9 }, 'Approve'),
    () => telegram.press(question, 'Approve', { data: `a:${'A'.repeat(22)}` }),
    () =>
      telegram.press(question, 'Approve', { data: question.buttons[0]!.callback_data.replace('a:', 'x:') }),
    async () => {
      await stage.channels.changePairing(pairing, false)
      telegram.press(question, 'Approve')
    },
    async () => {
      await stage.channels.changePairing(pairing, true)
      now = new Date('2026-03-02T09:15:01Z')
      telegram.press(question, 'Approve')
    },
  ]
  for (const [index, attempt] of attempts.entries()) {
    await attempt()
    await expect.poll(() => telegram.answers.length).toBe(index + 1)
  }
  expect(telegram.answers.every(({ text }) => text.includes('no longer works'))).toBe(true)
  expect(stage.letters).toEqual([])
})

test('what does not fit into one message whole has no button', async () => {
  await using on = await openLetters({ mayApprove: true, args: (to) => ({ to, text: 'x'.repeat(5_000) }) })
  on.telegram.write('Grace')
  expect((await on.question()).buttons).toEqual([])
})

test('a long question comes in several messages, and the last one says what became of it', async () => {
  const { answerer, state, steps } = longQuestion()
  await using on = await openWith({ answerers: [answerer] })
  const { telegram, stage } = on
  state.stage = stage
  await stage.pair()
  telegram.write('plan')
  await expect.poll(() => texts(telegram)).toContain('After the question.')
  for (const step of steps) expect(texts(telegram).join('\n')).toContain(step)
  const last = telegram.sent.at(-2)!
  expect(last.text).toContain("can't approve it from here")
  await stage.approvals.decide(state.asked!, false)
  await expect.poll(() => last.text).toContain('Rejected on your computer.')
})

test('files come along with the message, and a picture goes back', async () => {
  const drawing: Answerer = ({ attachments }, writer) => {
    writer.route({ by: 'router', score: 1, candidates: [] })
    writer.say(`Got ${attachments.map(({ name }) => name).join(', ')}.`)
    writer.add({
      type: 'chart',
      chart_type: 'bar',
      labels: ['a', 'b'],
      series: [{ name: 'Sum', values: [1, 2] }],
    })
    return Promise.resolve(true)
  }
  await using on = await openWith({ answerers: [drawing] })
  const { telegram, stage } = on
  await stage.pair()
  telegram.files.set('documents/F1', Buffer.from('a,b\n1,2'))
  telegram.push({
    message: messageOf(undefined, { caption: 'look', document: { file_id: 'F1', file_name: 'sums.csv' } }),
  })
  await expect.poll(() => texts(telegram)).toContain('Got sums.csv.')
  expect(stage.uploaded).toEqual([{ name: 'sums.csv', text: 'a,b\n1,2' }])
  await expect.poll(() => telegram.sent.at(-1)?.method).toBe('sendPhoto')
  telegram.push({ message: messageOf(undefined, { document: { file_id: 'F2', file_name: 'huge.iso' } }) })
  await expect.poll(() => texts(telegram).join()).toContain('“huge.iso” is larger than the 20 MB')
})

test('a long answer comes in several messages, whole and well formed', async () => {
  const code = Array.from({ length: 300 }, (_, index) => `const line${index} = "<&>"`).join('\n')
  const prose = Array.from(
    { length: 400 },
    (_, index) => `Sentence ${index} with **bold words** in it.`,
  ).join(' ')
  const long: Answerer = (_asked, writer) => {
    writer.route({ by: 'router', score: 1, candidates: [] })
    writer.say(`${prose}\n\n\`\`\`\n${code}\n\`\`\`\n\nThe end.`)
    return Promise.resolve(true)
  }
  await using on = await openWith({ answerers: [long] })
  const { telegram, stage } = on
  await stage.pair()
  telegram.refusals.push(429)
  telegram.write('go')
  await expect.poll(() => texts(telegram).join()).toContain('The end.')
  const all = texts(telegram).join('\n')
  for (const index of [0, 199, 399]) expect(all).toContain(`Sentence ${index} with`)
  for (const index of [0, 150, 299]) expect(all).toContain(`const line${index} = &quot;&lt;&amp;&gt;&quot;`)
})

function messageOf(text: string | undefined, more: object = {}): object {
  const from = { id: 4711, first_name: 'Ada', is_bot: false }
  const chat = { id: 4711, type: 'private' }
  return { message_id: 5, date: 1, from, chat, ...(text !== undefined && { text }), ...more }
}

async function secondReader({ origin, token }: TelegramServer): Promise<void> {
  const answer = await fetch(`${origin}/bot${token}/getUpdates`, { method: 'POST', body: '{}' })
  await answer.body?.cancel()
}
