import { Button } from '../../../../../src/components/view-kit/controls/controls.tsx'
import { useService, type AnswerOf } from '../../../../../src/components/view-kit/service.ts'
import { Empty, Failure, Skeleton } from '../../../../../src/components/view-kit/states.tsx'
import { toneSoft, type Tone } from '../../../../../src/components/view-kit/tone.ts'
import { useShell } from '../../../frame/shell.ts'
import { useAttempt } from '../../attempt.ts'
import { ProblemNote } from '../../problem-note.tsx'
import { useAnswer } from '../../use-answer.ts'
import { slugOfGroup } from '../screens.ts'
import { SettingGroup } from '../setting-group.tsx'
import { useSettings } from '../settings-data.ts'

type Plugin = AnswerOf<'GET /api/plugins'>['plugins'][number]

export function Plugins() {
  // A plugin that changes says so in a notice.
  const { data, error, refresh } = useAnswer('GET /api/plugins', {}, ['notification', 'settings.changed'])
  const { settings } = useSettings()
  const groups = [...new Set(settings.map(({ group }) => group))].filter(
    (group) => slugOfGroup(group) === 'plugins',
  )
  if (error) return <Failure error={error} onRetry={refresh} />
  if (!data) return <Skeleton height={200} />
  return (
    <>
      {data.isolation.kind === 'none' && (
        <p className="rounded-lg bg-warn-soft px-4 py-3 text-sm text-warn">
          No plugin is loaded, because there is no sandbox to run it in. {data.isolation.detail}
        </p>
      )}
      {data.plugins.length === 0 && (
        <Empty>
          No plugins yet. Put one into <code className="font-mono wrap-anywhere">{data.folder}</code>, or
          start with <code className="font-mono">deskhand plugin new</code>.
        </Empty>
      )}
      {data.plugins.map((plugin) => (
        <PluginCard key={plugin.agent} plugin={plugin} onChanged={refresh} />
      ))}
      {groups.map((group) => (
        <SettingGroup key={group} group={group} />
      ))}
    </>
  )
}

const TONES: Readonly<Record<Plugin['status'], Tone>> = {
  enabled: 'success',
  unconfirmed: 'warning',
  disabled: 'neutral',
  crashed: 'danger',
  refused: 'danger',
}

function PluginCard({ plugin, onChanged }: { plugin: Plugin; onChanged: () => void }) {
  const { title, version, summary, status, problem, permissions, tools } = plugin
  return (
    <section aria-label={title} className="card flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold wrap-anywhere">{title}</h3>
        {version !== null && <span className="text-sm text-ink-3">{version}</span>}
        <span className={`rounded-full px-2.5 py-0.5 text-xs font-medium ${toneSoft[TONES[status]]}`}>
          {status === 'unconfirmed' ? 'not confirmed' : status}
        </span>
      </div>
      <p className="text-sm text-ink-2">{summary}</p>
      {problem !== null && <p className="text-sm text-warn">{problem}</p>}
      <Permissions permissions={permissions} />
      {tools.length > 0 && (
        <details>
          <summary className="flex min-h-9 cursor-pointer items-center text-sm text-ink-2">
            Tools ({tools.length})
          </summary>
          <ul className="text-sm text-ink-2">
            {tools.map(({ action, title: name, risk }) => (
              <li key={action} className="py-1 wrap-anywhere">
                {name} <span className="font-mono text-xs text-ink-3">{action}</span> · {risk}
              </li>
            ))}
          </ul>
        </details>
      )}
      <PluginButtons plugin={plugin} onChanged={onChanged} />
    </section>
  )
}

function permissionsInWords({ network, read, write, store }: Plugin['permissions']): string[] {
  return [
    ...(network.length > 0 ? [`reach ${network.join(', ')}`] : []),
    ...(read.length > 0 ? [`read ${read.join(', ')}`] : []),
    ...(write.length > 0 ? [`change ${write.join(', ')}`] : []),
    ...(store ? ['store values of its own'] : []),
  ]
}

function Permissions({ permissions }: Pick<Plugin, 'permissions'>) {
  const words = permissionsInWords(permissions)
  if (words.length === 0) return <p className="text-sm text-ink-3">Asks for no permissions.</p>
  return <p className="text-sm text-ink-3 wrap-anywhere">Once enabled it may {words.join('; ')}.</p>
}

function PluginButtons({ plugin, onChanged }: { plugin: Plugin; onChanged: () => void }) {
  const { agent, title, status, hash, permissions } = plugin
  const { context } = useShell()
  const service = useService()
  const { busy, error, attempt } = useAttempt()
  const params = { agent }
  const enable = () =>
    attempt(async () => {
      const words = permissionsInWords(permissions)
      const question = {
        title: `Enable ${title}?`,
        message:
          words.length === 0
            ? 'It asks for no permissions. Any change to its files turns it off again.'
            : `It may then ${words.join('; ')}. Any change to its files turns it off again.`,
        confirmLabel: 'Enable',
        dangerous: false,
      }
      if (!(await context.ask(question))) return
      await service.call('POST /api/plugins/:agent/enable', { params, body: { hash: hash! } })
      onChanged()
    })
  const turn = (move: 'disable' | 'reload') =>
    attempt(async () => {
      await service.call(`POST /api/plugins/:agent/${move}`, { params })
      onChanged()
    })
  return (
    <div className="flex flex-wrap gap-2">
      {status !== 'enabled' && status !== 'refused' && hash !== null && (
        <Button look="primary" busy={busy} aria-label={`Enable ${title}`} onClick={() => void enable()}>
          Enable
        </Button>
      )}
      {status !== 'disabled' && status !== 'refused' && (
        <Button held={busy} aria-label={`Disable ${title}`} onClick={() => void turn('disable')}>
          Disable
        </Button>
      )}
      {status !== 'disabled' && (
        <Button held={busy} aria-label={`Reload ${title}`} onClick={() => void turn('reload')}>
          Reload
        </Button>
      )}
      <ProblemNote error={error} />
    </div>
  )
}
