import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { readdir, rm, stat, chown, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  openChannelStage,
  whenConnected,
  type ChannelStage,
  type ChannelStageOptions,
} from './channel-stage.ts'
import { sampleMail, textPart, type SampleMail } from './mail-samples.ts'
import type { MailStage } from './mail-stage.ts'

export const CHANNEL = 'ada+deskhand@example.test'
export const BOB = 'bob@example.test'

/** What the provider of the account would write above an email. */
export function stamp(
  verdict = 'dmarc=pass (p=NONE) header.from=example.test',
  by = 'mx.example.test',
): string {
  return `Authentication-Results: ${by};\r\n dkim=pass header.d=example.test;\r\n ${verdict}`
}

export interface Written extends Partial<SampleMail> {
  readonly text?: string
  /** Lines above all others, the newest first. */
  readonly above?: readonly string[]
}

let sent = 0

/** An email to the channel, as it lies in the mailbox. */
export function mailToChannel({ text = 'df', above = [stamp()], ...mail }: Written = {}): string {
  sent += 1
  const whole = sampleMail({
    to: CHANNEL,
    subject: 'A wish',
    parts: [textPart(text)],
    ...mail,
    headers: [...(mail.headers ?? [])],
  })
  return [...above, `Return-Path: <${BOB}>`, whole].join('\r\n').replace('<sample-', `<sample-${sent}-`)
}

export interface MailChannelStage extends AsyncDisposable {
  readonly stage: ChannelStage
  readonly write: (mail?: Written) => Promise<void>
  /** What was answered to Bob, newest last, as it travelled. */
  readonly answers: () => Promise<string[]>
  readonly channel: () => ReturnType<ChannelStage['channels']['list']>[number]
  readonly pair: () => Promise<string>
}

export async function openMailChannel(
  mail: MailStage,
  { isFilled, ...options }: Omit<ChannelStageOptions, 'mail'> & { readonly isFilled?: boolean },
): Promise<MailChannelStage> {
  if (!isFilled) await emptyMailboxes(mail)
  const stage = await openChannelStage({ mail, ...options })
  const channel = () => stage.channels.list().find((one) => one.channel === 'mail')!
  const write = async (written: Written = {}) => void (await mail.append(mailToChannel(written)))
  return {
    stage,
    channel,
    write,
    answers: () => rawMails(mail, 'bob'),
    async pair() {
      const { code } = await whenConnected(() => stage.channels.pair('mail'))
      await write({ text: code })
      while (channel().pairings.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
      return channel().pairings[0]!.id
    },
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
  }
}

export function rawMails(mail: MailStage, user: string): Promise<string[]> {
  return mail.as(user, async (client) => {
    await client.mailboxOpen('INBOX', { readOnly: true })
    const found = await client.fetchAll('1:*', { uid: true, source: true })
    return found.map(({ source }) => source!.toString())
  })
}

export async function emptyMailboxes(mail: MailStage): Promise<void> {
  for (const user of ['ada', 'bob'])
    await mail.as(user, async (client) => {
      await client.mailboxOpen('INBOX')
      await client.messageDelete('1:*')
    })
}

/** Puts many emails of a paired person where the server finds them, as a migration would. */
export async function fillMaildir(mail: MailStage, count: number): Promise<void> {
  const folder = join(mail.dovecot.maildir('ada'), 'cur')
  const { uid, gid } = await stat(folder)
  for (let index = 0; index < count; index += 1) {
    const path = join(folder, `1700000000.M${index}P1.old:2,S`)
    await writeFile(path, mailToChannel({ text: `old ${index}` }))
    await chown(path, uid, gid)
  }
}

/** Makes the server forget its numbers. */
export async function numberAnew(mail: MailStage): Promise<void> {
  const folder = mail.dovecot.maildir('ada')
  for (const name of await readdir(folder)) if (name.startsWith('dovecot')) await rm(join(folder, name))
}

export function uidValidityOf(mail: MailStage): Promise<string> {
  return mail.as('ada', async (client) => String((await client.mailboxOpen('INBOX')).uidValidity))
}

export interface WithoutIdle extends AsyncDisposable {
  readonly port: number
  /** What the client said. */
  readonly said: () => readonly string[]
  readonly cut: () => void
}

/** A server between that hides that the one behind it could tell of news. */
export async function startWithoutIdle(behind: number): Promise<WithoutIdle> {
  const sockets = new Set<Socket>()
  let said = ''
  const server = createServer((client) => {
    const upstream = connect(behind, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', (bytes: Buffer) => {
      said += bytes.toString('latin1')
      upstream.write(bytes)
    })
    upstream.on('data', (bytes: Buffer) => {
      const text = bytes.toString('latin1')
      client.write(Buffer.from(/CAPABILITY/.test(text) ? text.replaceAll(' IDLE', '') : text, 'latin1'))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    said: () => said.split('\r\n'),
    cut,
    async [Symbol.asyncDispose]() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
