import { expect, test } from 'vitest'
import type { Confirmation } from '../src/contract/confirmation.ts'
import type { Answerer } from '../src/features/chat/answering.ts'
import {
  longQuestion,
  openChannelStage,
  whenConnected,
  type ChannelStage,
  type ChannelStageOptions,
} from './channel-stage.ts'
import { SlackServer } from './slack-server.ts'
import { echo } from './webhook-stage.ts'

// It tries the examples of docs/channels.md.

async function openWith(answerers: readonly Answerer[], options: Partial<ChannelStageOptions> = {}) {
  const opened = new AsyncDisposableStack()
  const slack = opened.use(await new SlackServer().open())
  const stage = opened.use(await openChannelStage({ slack, answerers, ...options }))
  return { slack, stage, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

const channelOf = ({ channels }: ChannelStage) => channels.list().find(({ channel }) => channel === 'slack')!
const texts = ({ sent }: SlackServer) => sent.map(({ text }) => text)

async function pair({ slack, stage }: { slack: SlackServer; stage: ChannelStage }): Promise<string> {
  const { code, link, account } = await whenConnected(() => stage.channels.pair('slack'))
  expect({ link, account }).toEqual({ link: null, account: '@deskhand in Acme' })
  slack.write(code)
  await expect.poll(() => channelOf(stage).pairings.length).toBe(1)
  return channelOf(stage).pairings[0]!.id
}

test('a paired person is answered; every envelope is acknowledged, and nobody else hears anything', async () => {
  const { answerer, heard } = echo()
  await using on = await openWith([answerer])
  const { slack } = on
  await pair(on)
  const envelopes = [
    slack.write('df &lt;x&gt; <https://example.org|example.org>'),
    slack.write('from Eve', { user: 'U0EVE', channel: 'D0EVE' }),
    slack.write('in a channel', { channel: 'C0ALL', channel_type: 'channel' }),
    slack.write('from a bot', { bot_id: 'B1' }),
    slack.write('of ourselves', { user: 'U0BOT' }),
    slack.write('an edit', { subtype: 'message_changed' }),
    slack.deliver({ type: 'slash_commands', payload: { command: '/x' } }),
  ]
  slack.write('last')
  await expect.poll(() => texts(slack)).toContain('You said: last')
  expect(heard).toEqual([
    { message: 'df <x> example.org', by: 'channel:slack:U0ADA' },
    { message: 'last', by: 'channel:slack:U0ADA' },
  ])
  expect(texts(slack)).toContain('You said: df &lt;x&gt; example.org')
  expect(slack.acknowledged).toEqual(expect.arrayContaining(envelopes.map(({ envelope_id }) => envelope_id)))
  expect(slack.sent.every(({ channel }) => channel === 'D0ADA')).toBe(true)
})

test('a socket that Slack ends is opened again, and a message that comes twice runs once', async () => {
  const { answerer, heard } = echo()
  await using on = await openWith([answerer])
  const { slack } = on
  await pair(on)
  slack.write('once', { ts: '1772443999.000100' })
  await expect.poll(() => texts(slack)).toContain('You said: once')
  slack.tell({ type: 'disconnect', reason: 'refresh_requested' })
  await expect.poll(() => slack.connections).toBe(2)
  slack.write('once', { ts: '1772443999.000100' })
  slack.write('again')
  await expect.poll(() => texts(slack)).toContain('You said: again')
  slack.cut()
  await expect.poll(() => slack.connections, { timeout: 30_000 }).toBe(3)
  slack.write('after the cut')
  await expect.poll(() => texts(slack)).toContain('You said: after the cut')
  expect(heard.map(({ message }) => message)).toEqual(['once', 'again', 'after the cut'])
})

test('pings keep a quiet socket, and one without any is opened again', async () => {
  const limits = { silenceMs: 800 }
  await using pinged = await openWith([echo().answerer], limits)
  pinged.slack.pingEvery(20)
  await expect.poll(() => pinged.slack.isConnected).toBe(true)
  await using silent = await openWith([echo().answerer], limits)
  // The other one has had the same time to fall silent by then.
  await expect.poll(() => silent.slack.opened, { timeout: 20_000 }).toBe(2)
  expect(pinged.slack.opened).toBe(1)
  expect(pinged.slack.pongs).toBeGreaterThan(1)
  expect(channelOf(pinged.stage)).toMatchObject({ state: 'connected', message: null })
})

test('Socket Mode that is turned off, and a wrong token, stop it with a sentence', async () => {
  await using on = await openWith([echo().answerer])
  const { slack, stage } = on
  await pair(on)
  slack.tell({ type: 'disconnect', reason: 'link_disabled' })
  await expect.poll(() => channelOf(stage)).toMatchObject({ state: 'stopped', message: /Socket Mode is off/ })
  slack.refusals.push('invalid_auth')
  await stage.channels.connect('slack')
  await expect.poll(() => channelOf(stage).message).toMatch(/SLACK_APP_TOKEN.*xapp-/)
  await stage.channels.connect('slack')
  await expect.poll(() => channelOf(stage).state).toBe('connected')
})

test('what Slack says beside its word for a refusal is passed on', async () => {
  await using slack = await new SlackServer().open()
  const messages = ['[ERROR] must be a\u0000 string [json-pointer:/text]', '']
  const refusal = { ok: false, error: 'invalid_arguments', response_metadata: { messages } }
  slack.refusals.push(...Array.from({ length: 20 }, () => refusal))
  await using stage = await openChannelStage({ slack, answerers: [echo().answerer] })
  await expect
    .poll(() => channelOf(stage).message)
    .toMatch(/apps\.connections\.open: invalid_arguments: +ERROR must be a string json-pointer: text/)
})

test('buttons decide for whoever may approve, and the message says what became of it', async () => {
  const state: { stage?: ChannelStage } = {}
  const letter: Answerer = async ({ message, provenance, signal }, writer) => {
    writer.route({ by: 'router', score: 1, candidates: [] })
    const wish = { action: 'SEND_LETTER', args: { to: message }, provenance, signal }
    const { data } = await state.stage!.runner.run(wish)
    writer.askApproval((data as { confirmation: Confirmation }).confirmation)
    return true
  }
  await using on = await openWith([letter])
  const { slack, stage } = on
  state.stage = stage
  await stage.channels.changePairing(await pair(on), true)
  slack.write('Grace')
  await expect.poll(() => slack.sent.at(-1)?.blocks.length).toBe(2)
  const question = slack.sent.at(-1)!
  expect(question.text).toContain('to: Grace')
  const copy = { ...question }
  slack.press(copy, 'a', 'U0EVE')
  await expect.poll(() => stage.audited.at(-1)?.detail?.['outcome']).toBe('button_refused')
  slack.press(copy, 'a')
  await expect.poll(() => stage.letters).toEqual(['Grace'])
  await expect.poll(() => question.text).toContain('Approved here.')
  expect(JSON.stringify(question.blocks)).not.toContain('button')
  slack.press(copy, 'r')
  await expect
    .poll(() => slack.said.map(({ text }) => text))
    .toContain('This button no longer works. Decide in Deskhand on your computer.')
})

test('files of Slack come along, others do not, and a chart goes back as a picture', async () => {
  const drawing: Answerer = ({ attachments }, writer) => {
    writer.route({ by: 'router', score: 1, candidates: [] })
    writer.say(`Got ${attachments.length}.`)
    writer.add({
      type: 'chart',
      chart_type: 'bar',
      labels: ['a', 'b'],
      series: [{ name: 'Sum', values: [1, 2] }],
    })
    return Promise.resolve(true)
  }
  await using on = await openWith([drawing])
  const { slack, stage } = on
  await pair(on)
  slack.files.set('/files/sums.csv', 'a,b')
  const file = { name: 'sums.csv', url_private: `${slack.origin}/files/sums.csv` }
  slack.write('', { subtype: 'file_share', files: [file] })
  await expect.poll(() => texts(slack)).toContain('Got 1.')
  expect(stage.uploaded).toEqual([{ name: 'sums.csv', text: 'a,b' }])
  await expect.poll(() => slack.uploads.length).toBe(1)
  const foreign = { name: 'x', url_private: 'https://evil.example.org/x' }
  slack.write('', { subtype: 'file_share', files: [foreign] })
  await expect.poll(() => texts(slack).join()).toContain('“x” is not stored in Slack.')
})

test('an upload that Slack refuses is not completed, and the answer says so in words', async () => {
  const drawing: Answerer = (_asked, writer) => {
    writer.route({ by: 'router', score: 1, candidates: [] })
    writer.add({
      type: 'chart',
      chart_type: 'bar',
      labels: ['a', 'b'],
      series: [{ name: 'Sum', values: [1, 2] }],
    })
    writer.say('And the rest.')
    return Promise.resolve(true)
  }
  await using on = await openWith([drawing])
  const { slack } = on
  await pair(on)
  slack.uploadStatuses.push(500)
  slack.write('draw')
  await expect.poll(() => texts(slack)).toContain('And the rest.')
  const [inWords] = texts(slack).slice(-2)
  expect(inWords).toContain('Sum 2')
  expect(inWords).toContain("The picture couldn't be sent. Slack answered 500 to the upload.")
  expect(slack.uploads).toEqual([])
})

test('a long question comes in several messages, and the last one says what became of it', async () => {
  const { answerer, state, steps } = longQuestion()
  await using on = await openWith([answerer])
  const { slack, stage } = on
  state.stage = stage
  await pair(on)
  slack.write('plan')
  await expect.poll(() => texts(slack)).toContain('After the question.')
  for (const step of steps) expect(texts(slack).join('\n')).toContain(step)
  const [before, last] = slack.sent.slice(-3)
  expect(before!.text).toMatch(/^Step \d+: /)
  expect(last!.text).toContain("can't approve it from here")
  await stage.approvals.decide(state.asked!, false)
  await expect.poll(() => JSON.stringify(last!.blocks)).toContain('Rejected on your computer.')
})
