import { mkdir, mkdtempDisposable, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Answerer } from '../src/features/chat/answering.ts'
import { openChannelStage, whenConnected } from './channel-stage.ts'
import { SlackServer } from './slack-server.ts'
import { TelegramServer } from './telegram-server.ts'

interface Phone extends AsyncDisposable {
  readonly write: (text: string) => void
  /** What was said there, and the files that came. */
  readonly texts: () => string[]
  readonly files: () => { readonly name: string; readonly text: string }[]
}

async function openTelegram(home: string): Promise<Phone> {
  const opened = new AsyncDisposableStack()
  const telegram = opened.use(await new TelegramServer().open())
  const stage = opened.use(await openChannelStage({ telegram, home, answerers: [naming(home)] }))
  await stage.pair()
  await expect.poll(() => telegram.sent.length).toBe(1)
  return {
    write: (text) => void telegram.write(text),
    texts: () => telegram.sent.map(({ text }) => text).filter((text) => text !== ''),
    files: () =>
      telegram.sent
        .filter(({ method }) => method === 'sendDocument')
        .map(({ picture }) => ({ name: picture!.name, text: String(picture!.bytes) })),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

async function openSlack(home: string): Promise<Phone> {
  const opened = new AsyncDisposableStack()
  const slack = opened.use(await new SlackServer().open())
  const stage = opened.use(await openChannelStage({ slack, home, answerers: [naming(home)] }))
  const { code } = await whenConnected(() => stage.channels.pair('slack'))
  slack.write(code)
  await expect.poll(() => slack.sent.length).toBe(1)
  return {
    write: (text) => void slack.write(text),
    texts: () => slack.sent.map(({ text }) => text),
    files: () => slack.uploads.map(({ name, bytes }) => ({ name: String(name), text: String(bytes) })),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Every message is the path of a file below the home folder, which the answer names; in words alone where it is quoted. */
function naming(home: string): Answerer {
  return ({ message }, writer) => {
    writer.route({ by: 'router', score: 1, candidates: [] })
    const path = join(home, message.replaceAll('"', ''))
    const name = path.split('/').at(-1)!
    if (message.startsWith('"')) writer.say(`It is in ${path}.`)
    else writer.add({ type: 'file', name, path })
    writer.say(`That was ${name}.`)
    return Promise.resolve(true)
  }
}

async function makeHome() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-phone-files-'))
  await mkdir(join(folder.path, 'Documents'))
  await mkdir(join(folder.path, '.ssh'))
  await writeFile(join(folder.path, 'Documents/minutes.txt'), 'What we said')
  await writeFile(join(folder.path, 'Documents/empty.txt'), '')
  await writeFile(join(folder.path, 'Documents/huge.bin'), '')
  await truncate(join(folder.path, 'Documents/huge.bin'), 20 * 1024 * 1024 + 1)
  await writeFile(join(folder.path, '.ssh/id_rsa'), 'the key')
  return folder
}

test.each([
  ['Telegram', openTelegram],
  ['Slack', openSlack],
])('%s gets the file that an answer names, or a sentence why not', async (_name, openPhone) => {
  await using home = await makeHome()
  await using phone = await openPhone(home.path)
  const asked = async (path: string) => {
    const before = phone.texts().length
    phone.write(path)
    const end = `That was ${path.replaceAll('"', '').split('/').at(-1)}.`
    await expect.poll(() => phone.texts().slice(before).join('\n')).toContain(end)
    return phone.texts().slice(before).join('\n')
  }
  expect(await asked('Documents/minutes.txt')).toBe('That was minutes.txt.')
  const sent = [{ name: 'minutes.txt', text: 'What we said' }]
  expect(phone.files()).toEqual(sent)
  const problems = {
    'Documents/gone.txt': 'It is no longer there.',
    'Documents/empty.txt': 'It is empty.',
    'Documents/huge.bin': 'It is larger than 20 MB.',
    '.ssh/id_rsa': 'It is in a place that is not sent from.',
  }
  for (const [path, problem] of Object.entries(problems)) {
    const told = await asked(path)
    expect(told).toContain(`couldn't be sent. ${problem}`)
    expect(told).not.toContain(home.path)
  }
  await asked('"Documents/minutes.txt"')
  expect(phone.files()).toEqual(sent)
})
