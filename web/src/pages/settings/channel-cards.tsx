import { useEffect, useState } from 'react'
import { Button, Switch } from '../../../../src/components/view-kit/controls/controls.tsx'
import { useService, type AnswerOf } from '../../../../src/components/view-kit/service.ts'
import { toneSoft, type Tone } from '../../../../src/components/view-kit/tone.ts'
import { formatRelative } from '../../../../src/contract/text/moments.ts'
import { useAttempt } from '../attempt.ts'
import { ProblemNote } from '../problem-note.tsx'
import { useAnswer } from '../use-answer.ts'
import { inLabels, useSettings } from './settings-data.ts'

type Channel = AnswerOf<'GET /api/channels'>['channels'][number]
type Pairing = Channel['pairings'][number]
type Invitation = AnswerOf<'POST /api/channels/:channel/pair'>

const REFRESH_MS = 2_000

const STATES: Readonly<Record<Channel['state'], { word: string; tone: Tone }>> = {
  off: { word: 'not set up', tone: 'neutral' },
  connecting: { word: 'connecting', tone: 'neutral' },
  connected: { word: 'connected', tone: 'success' },
  retrying: { word: 'trying again', tone: 'warning' },
  stopped: { word: 'stopped', tone: 'danger' },
}

/** The chats from which this machine can be reached: their state, who may write, and a code that lets somebody in. */
export function ChannelCards() {
  const { data, refresh } = useAnswer('GET /api/channels', {}, ['settings.changed'])
  const channels = data?.channels ?? []
  // Its state moves, and whoever sends a code is paired, without a word to this page.
  useEffect(() => {
    const timer = setInterval(refresh, REFRESH_MS)
    return () => clearInterval(timer)
  }, [refresh])
  return (
    <ul aria-label="Channels" className="flex flex-col">
      {channels.map((channel) => (
        <ChannelCard key={channel.channel} channel={channel} onChanged={refresh} />
      ))}
    </ul>
  )
}

interface ChannelProps {
  readonly channel: Channel
  readonly onChanged: () => void
}

function ChannelCard({ channel, onChanged }: ChannelProps) {
  const { settings } = useSettings()
  const { word, tone } = STATES[channel.state]
  return (
    <li className="flex flex-col gap-2 border-t border-line py-3 first:border-t-0">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <span className="font-medium">{channel.title}</span>
        <span className={`rounded-full px-2.5 py-0.5 text-xs font-medium ${toneSoft[tone]}`}>{word}</span>
        <span className="text-ink-2 wrap-anywhere">{channel.account}</span>
      </p>
      {channel.message !== null && (
        <p className="text-sm text-warn wrap-anywhere">{inLabels(channel.message, settings)}</p>
      )}
      {channel.state !== 'off' && <PairingButtons channel={channel} onChanged={onChanged} />}
      {channel.pairings.length > 0 && (
        <ul aria-label={`People on ${channel.title}`}>
          {channel.pairings.map((pairing) => (
            <PairingRow
              key={pairing.id}
              pairing={pairing}
              mayHaveButtons={channel.has_buttons}
              onChanged={onChanged}
            />
          ))}
        </ul>
      )}
    </li>
  )
}

function PairingButtons({ channel: { channel, title, state, pairings }, onChanged }: ChannelProps) {
  const service = useService()
  const { busy, error, attempt } = useAttempt()
  const [invitation, setInvitation] = useState<Invitation>()
  // Whoever sent the code is in the list; it counts no more.
  useEffect(() => setInvitation(undefined), [pairings.length])
  const pair = () =>
    attempt(async () =>
      setInvitation(await service.call('POST /api/channels/:channel/pair', { params: { channel } })),
    )
  const connect = () =>
    attempt(async () => {
      await service.call('POST /api/channels/:channel/connect', { params: { channel } })
      onChanged()
    })
  return (
    <>
      <p className="flex flex-wrap gap-2">
        {state === 'connected' && (
          <Button busy={busy} aria-label={`Let somebody in on ${title}`} onClick={() => void pair()}>
            Let somebody in
          </Button>
        )}
        {state === 'stopped' && (
          <Button busy={busy} aria-label={`Connect ${title} again`} onClick={() => void connect()}>
            Connect again
          </Button>
        )}
      </p>
      {invitation && <Code invitation={invitation} />}
      <ProblemNote error={error} />
    </>
  )
}

function Code({ invitation: { code, link, account } }: { invitation: Invitation }) {
  const isMail = link?.startsWith('mailto:') ?? false
  return (
    <div role="status" className="rounded-xl bg-surface-2 px-4 py-3 text-sm">
      <p className="font-mono text-lg tracking-widest">{code}</p>
      <p className="text-ink-2 wrap-anywhere">
        {isMail
          ? `Email this code to ${account}, from the address that will write. It works once, for ten minutes.`
          : `Send this code to ${account} in a private chat. It works once, for ten minutes.`}
      </p>
      {link !== null && (
        <a className="text-accent underline wrap-anywhere" href={link} target="_blank" rel="noreferrer">
          {isMail ? 'Write the email' : 'Open the chat'}
        </a>
      )}
    </div>
  )
}

interface PairingProps {
  readonly pairing: Pairing
  readonly mayHaveButtons: boolean
  readonly onChanged: () => void
}

function PairingRow({ pairing: { id, person, name, ...pairing }, mayHaveButtons, onChanged }: PairingProps) {
  const service = useService()
  const { busy, error, attempt } = useAttempt()
  const act = (work: () => Promise<unknown>) =>
    attempt(async () => {
      await work()
      onChanged()
    })
  const allow = (may_approve: boolean) =>
    act(() => service.call('PATCH /api/channel-pairings/:id', { params: { id }, body: { may_approve } }))
  const revoke = () => act(() => service.call('DELETE /api/channel-pairings/:id', { params: { id } }))
  const who = name ?? person
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-2">
      <div className="min-w-0 flex-1">
        <p className="text-sm wrap-anywhere" dir="auto">
          {who}
          {name !== null && <span className="text-ink-3"> · {person}</span>}
        </p>
        <p className="text-xs text-ink-3">{lastHeard(pairing)}</p>
        <ProblemNote error={error} />
      </div>
      {mayHaveButtons && (
        <Switch
          label="May approve"
          checked={pairing.may_approve}
          onChange={(wanted) => {
            if (!busy) void allow(wanted)
          }}
        />
      )}
      <Button look="quiet" busy={busy} aria-label={`Revoke ${who}`} onClick={() => void revoke()}>
        Revoke
      </Button>
    </li>
  )
}

function lastHeard({ created_at, last_heard_at }: Pick<Pairing, 'created_at' | 'last_heard_at'>): string {
  return last_heard_at === null
    ? `Paired ${formatRelative(new Date(created_at))}`
    : `Last wrote ${formatRelative(new Date(last_heard_at))}`
}
