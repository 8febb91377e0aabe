import { CircleCheck, CircleX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../../../../src/components/view-kit/controls/controls.tsx'
import { useService, type AnswerOf } from '../../../../../src/components/view-kit/service.ts'
import { toneSoft, type Tone } from '../../../../../src/components/view-kit/tone.ts'
import { useAttempt } from '../../attempt.ts'
import { ProblemNote } from '../../problem-note.tsx'
import { useAnswer } from '../../use-answer.ts'
import { ChannelCards } from '../channel-cards.tsx'
import { useSettingDrafts } from '../drafts.ts'
import { MailSignIn } from '../mail-sign-in.tsx'
import { SettingGroup } from '../setting-group.tsx'
import { inLabels, useSettings } from '../settings-data.ts'

type Connector = AnswerOf<'GET /api/connectors'>['connectors'][number]
type Trial = AnswerOf<'POST /api/connectors/:connector/test'>

const GROUPS = [
  { connector: 'mail', group: 'Mail' },
  { connector: 'calendar', group: 'Calendar' },
  { connector: 'repositories', group: 'Repositories' },
  { connector: 'team_chat', group: 'Team chat' },
] as const

export function Connectors() {
  const { data } = useAnswer('GET /api/connectors', {}, ['settings.changed'])
  return (
    <>
      {GROUPS.map(({ connector, group }) => (
        <SettingGroup key={group} group={group}>
          <ConnectorState connector={data?.connectors.find((one) => one.connector === connector)} />
          {connector === 'mail' && <MailSignIn />}
        </SettingGroup>
      ))}
      <SettingGroup group="Web search" />
      <SettingGroup group="Channels">
        <ChannelCards />
      </SettingGroup>
      <SettingGroup group="Webhooks" />
    </>
  )
}

const STATES: Readonly<Record<Connector['status'], { word: string; tone: Tone }>> = {
  off: { word: 'not set up', tone: 'neutral' },
  incomplete: { word: 'incomplete', tone: 'warning' },
  ready: { word: 'ready', tone: 'success' },
}

/** Whether an account can be used, what it still needs, and a button that tries it. */
function ConnectorState({ connector }: { connector: Connector | undefined }) {
  if (!connector) return null
  const { word, tone } = STATES[connector.status]
  return (
    <div className="flex flex-col gap-2 pb-3">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <span className={`rounded-full px-2.5 py-0.5 text-xs font-medium ${toneSoft[tone]}`}>{word}</span>
        <span className="text-ink-2">{connector.note}</span>
        <MissingSettings names={connector.missing} />
      </p>
      <TestAccount connector={connector} />
    </div>
  )
}

function MissingSettings({ names }: { names: readonly string[] }) {
  const { settings } = useSettings()
  if (names.length === 0) return null
  const labels = names.map((name) => settings.find((setting) => setting.name === name)?.label ?? name)
  return <span className="text-ink-2">Missing: {labels.join(', ')}.</span>
}

function TestAccount({ connector: { connector, title, status } }: { connector: Connector }) {
  const service = useService()
  const { settings, values } = useSettings()
  const { names } = useSettingDrafts()
  const { busy, error, attempt } = useAttempt()
  const [trial, setTrial] = useState<Trial>()
  const own = settings.filter(({ group }) => group === title)
  const account = JSON.stringify(own.map(({ name }) => values[name]))
  // What was tried was another account.
  useEffect(() => setTrial(undefined), [account])
  if (status === 'off') return null
  const isUnsaved = own.some(({ name }) => names.includes(name))
  const test = () =>
    attempt(async () => {
      setTrial(undefined)
      setTrial(await service.call('POST /api/connectors/:connector/test', { params: { connector } }))
    })
  const Icon = trial?.ok ? CircleCheck : CircleX
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button busy={busy} aria-label={`Test ${title}`} onClick={() => void test()}>
        Test
      </Button>
      <div role="status" className="min-w-0 flex-1 text-sm">
        {busy && 'Signing in …'}
        {trial && (
          <p className={`flex items-start gap-2 ${trial.ok ? 'text-good' : 'text-bad'}`}>
            <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0 wrap-anywhere">{inLabels(trial.message, settings)}</span>
          </p>
        )}
        {isUnsaved && !busy && <p className="text-ink-3">Tests what is saved. Save your changes first.</p>}
      </div>
      <ProblemNote error={error} />
    </div>
  )
}
