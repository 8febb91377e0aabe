import { ServerCog } from 'lucide-react'
import { Card } from '../../../../../src/components/view-kit/card.tsx'
import { toneSoft, type Tone } from '../../../../../src/components/view-kit/tone.ts'
import { useAnswer } from '../../use-answer.ts'
import { SettingGroup } from '../setting-group.tsx'
import { useSettings } from '../settings-data.ts'

export function LiveData() {
  return (
    <>
      <ProvidersCard />
      <SettingGroup group="Live data" />
      <SettingGroup group="Provider addresses" />
    </>
  )
}

const TONES: Readonly<Record<string, Tone>> = { ok: 'success', degraded: 'warning', down: 'danger' }

/** How those fare that live data come from. */
function ProvidersCard() {
  const { data } = useAnswer('GET /api/dashboard', {}, ['provider.health', 'settings.changed'])
  const { settings } = useSettings()
  if (!data || !Array.isArray(data.providers)) return null
  const titleOf = (provider: string) =>
    settings.find(({ name }) => name === `UPSTREAM_${provider}`)?.label.replace(/ address$/, '') ?? provider
  return (
    <Card icon={<ServerCog aria-hidden className="size-4" />} title="Providers">
      <ul className="grid gap-x-6 rail:grid-cols-2">
        {data.providers.map(({ provider, status, message }) => (
          <li key={provider} className="flex min-h-9 items-center justify-between gap-2 text-sm">
            <span className="min-w-0 truncate" title={message ?? undefined}>
              {titleOf(provider)}
            </span>
            <span
              className={`shrink-0 rounded-full px-2.5 py-0.5 text-xs ${toneSoft[TONES[status] ?? 'neutral']}`}
            >
              {status.replaceAll('_', ' ')}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
