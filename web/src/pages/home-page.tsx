import { Activity, Bell, CalendarClock } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { Card } from '../../../src/components/view-kit/card.tsx'
import { formatBytes, formatDuration, formatNumber } from '../../../src/contract/text/numbers.ts'
import { Ago, Empty, Failure, Skeleton, useNow } from '../../../src/components/view-kit/states.tsx'
import { Spark } from '../../../src/components/view-kit/sparkline.tsx'
import type { AnswerOf } from '../../../src/components/view-kit/service.ts'
import { showNotice } from '../frame/notice-goal.ts'
import { useShell } from '../frame/shell.ts'
import { PinnedWidgets } from './home/pinned.tsx'
import { WorkflowsCard } from './home/workflows-card.tsx'
import { Page } from './page.tsx'
import { useAnswer } from './use-answer.ts'
import { isAboutApproval } from '../frame/notice.ts'

type Dashboard = AnswerOf<'GET /api/dashboard'>
type Missing = { readonly error: { readonly message: string } }

const MOVES = [
  'workflow.created',
  'workflow.updated',
  'workflow.deleted',
  'notification',
  'notification.read',
  'confirmation.requested',
  'confirmation.resolved',
] as const

export function HomePage() {
  const { data, error, refresh } = useAnswer('GET /api/dashboard', {}, MOVES)
  return (
    <Page title="Home" about={data && <RunningFor dashboard={data} />} wide>
      <PinnedWidgets />
      {error && !data && <Failure error={error} onRetry={refresh} />}
      {!data && !error && <Skeleton height={320} />}
      {data && (
        <div className="grid gap-3 rail:grid-cols-2 wide:grid-cols-4 vast:grid-cols-8">
          <Metrics dashboard={data} />
          <WorkflowsCard total={'error' in data.workflows ? undefined : data.workflows.total} />
          <Schedules dashboard={data} />
          <News dashboard={data} />
        </div>
      )}
    </Page>
  )
}

/** It goes on while one looks at it. */
function RunningFor({ dashboard: { version, uptime_s } }: { dashboard: Dashboard }) {
  const now = useNow(1_000)
  const [since, setSince] = useState({ uptime_s, at: now })
  if (since.uptime_s !== uptime_s) setSince({ uptime_s, at: now })
  const seconds = since.uptime_s + Math.max(0, Math.round((now - since.at) / 1000))
  return `Deskhand ${version}, running for ${formatDuration(seconds)}`
}

const REMEMBERED = 60
const PERCENT = [0, 100] as const

/** Somebody counts as looking for a minute after each question, and only then are samples taken often. */
const ASK_EVERY_MS = 45_000

/** The machine as it goes: what was before comes with the dashboard, the rest by the events. */
function useMetrics({ metrics }: Dashboard) {
  const { events, service } = useShell()
  const known = 'error' in metrics ? undefined : metrics
  const [history, setHistory] = useState(known?.history ?? [])
  const [latest, setLatest] = useState(known)
  useEffect(
    () =>
      events.on('metrics', ({ seq: _seq, type: _type, ...sample }) => {
        setLatest({ ...sample, sampled_at: sample.at })
        setHistory((before) => [...before.slice(1 - REMEMBERED), sample])
      }),
    [events],
  )
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return
      // Its answer comes by the events, too.
      service.call('GET /api/system/metrics', { query: { processes: 0 } }).catch(() => {})
    }, ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [service])
  return { latest, history }
}

function Metrics({ dashboard }: { dashboard: Dashboard }) {
  const { latest, history } = useMetrics(dashboard)
  if (!latest)
    return (
      <Part
        title="Machine"
        icon={<Activity aria-hidden className="size-4" />}
        part={dashboard.metrics}
        draw={() => null}
      />
    )
  const figures = [
    {
      name: 'CPU',
      text: formatNumber(latest.cpu_percent, { format: 'percent', decimals: 0 }),
      values: history.map(({ cpu_percent }) => cpu_percent),
      color: 'var(--chart-1)',
    },
    {
      name: 'Memory',
      text: `${formatBytes(latest.memory_used_bytes)} of ${formatBytes(latest.memory_total_bytes)}`,
      values: history.map(({ memory_percent }) => memory_percent),
      color: 'var(--chart-2)',
    },
  ]
  const times = history.map(({ at }) => Date.parse(at))
  return (
    <div className="*:h-full rail:col-span-2">
      <Card icon={<Activity aria-hidden className="size-4" />} title="Machine" state="live">
        <div className="grid grid-cols-2 gap-6">
          {figures.map(({ name, text, values, color }) => (
            <div key={name} className="min-w-0">
              <p className="text-sm text-ink-3">{name}</p>
              <p className="clip text-lg font-semibold tabular-nums">{text}</p>
              <div className="mt-2 h-10">
                {values.length > 1 && (
                  <Spark
                    values={values}
                    times={times}
                    range={PERCENT}
                    height={40}
                    color={color}
                    label={`${name} over the last ${formatDuration((times.at(-1)! - times[0]!) / 1000)}`}
                  />
                )}
              </div>
            </div>
          ))}
        </div>
        <p className="mt-3 text-sm text-ink-3 tabular-nums">
          Load {formatNumber(latest.load_1)}
          {latest.disk_percent !== undefined &&
            ` · disk ${formatNumber(latest.disk_percent, { format: 'percent', decimals: 0 })} used`}
          {latest.battery_percent !== undefined &&
            ` · battery ${formatNumber(latest.battery_percent, { format: 'percent', decimals: 0 })}`}
        </p>
      </Card>
    </div>
  )
}

function Schedules({ dashboard }: { dashboard: Dashboard }) {
  const { router } = useShell()
  return (
    <Part
      title="Next runs"
      icon={<CalendarClock aria-hidden className="size-4" />}
      part={dashboard.schedules}
      draw={({ next }) => (
        <>
          {next.length === 0 && <Empty>Nothing scheduled.</Empty>}
          <ul className="flex flex-col gap-2 text-sm">
            {next.map(({ schedule_id, name, next_run_at }) => (
              <li key={schedule_id} className="flex justify-between gap-2">
                <button
                  type="button"
                  className="clip rounded-md text-start hover:text-accent"
                  onClick={() => router.go('flows', schedule_id)}
                >
                  {name ?? schedule_id}
                </button>
                <span className="shrink-0 text-ink-3">
                  <Ago at={next_run_at} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    />
  )
}

/** A question that was answered is no news any more. */
const isAnswered = (notice: { readonly type: string; readonly read: boolean }) =>
  notice.read && isAboutApproval(notice)

function News({ dashboard }: { dashboard: Dashboard }) {
  const shell = useShell()
  return (
    <div className="*:h-full rail:col-span-2">
      <Part
        title="Notifications"
        icon={<Bell aria-hidden className="size-4" />}
        part={dashboard.notifications}
        draw={({ newest }) => (
          <>
            {newest.every(isAnswered) && <Empty>No notifications.</Empty>}
            <ul className="flex flex-col gap-3 text-sm">
              {newest
                .filter((notice) => !isAnswered(notice))
                .map((notice) => (
                  <li key={notice.id}>
                    <p className="flex justify-between gap-3 font-medium">
                      <button
                        type="button"
                        className="clip rounded-md text-start hover:text-accent"
                        onClick={() => void showNotice(notice.id, shell)}
                      >
                        {notice.title}
                      </button>
                      <span className="shrink-0 text-xs font-normal text-ink-3">
                        <Ago at={notice.created_at} />
                      </span>
                    </p>
                    <p className="wrap-anywhere text-ink-3">{notice.message}</p>
                  </li>
                ))}
            </ul>
          </>
        )}
      />
    </div>
  )
}

interface PartProps<Data extends object> {
  readonly title: string
  readonly icon: ReactNode
  readonly part: Data
  readonly draw: (data: Exclude<Data, Missing>) => ReactNode
}

/** One part of the dashboard; when it is away, the others still show. */
function Part<Data extends object>({ title, icon, part, draw }: PartProps<Data>) {
  return (
    <Card icon={icon} title={title}>
      {'error' in part ? (
        <p className="text-sm text-ink-3">{(part as Missing).error.message}</p>
      ) : (
        draw(part as Exclude<Data, Missing>)
      )}
    </Card>
  )
}
