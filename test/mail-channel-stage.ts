import type { Answerer } from '../src/features/chat/answering.ts'
import { openChannelStage, whenConnected, type ChannelStage, type ChannelStageOptions } from './channel-stage.ts'
import { sampleMail, textPart, type SampleMail } from './mail-samples.ts'
import type { MailStage } from './mail-stage.ts'

export const CHANNEL = 'ada+deskhand@example.test'
export const BOB = 'bob@example.test'

/** What the provider of the account would write above an email. */
export function stamp(verdict = 'dmarc=pass (p=NONE) header.from=example.test', by = 'mx.example.test'): string {
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
  options: Omit<ChannelStageOptions, 'mail' | 'answerers'> & { readonly answerers: readonly Answerer[] },
): Promise<MailChannelStage> {
  await emptyMailboxes(mail)
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

async function emptyMailboxes(mail: MailStage): Promise<void> {
  for (const user of ['ada', 'bob'])
    await mail.as(user, async (client) => {
      await client.mailboxOpen('INBOX')
      await client.messageDelete('1:*')
    })
}
