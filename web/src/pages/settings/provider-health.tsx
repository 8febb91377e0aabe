import { toneSoft, type Tone } from '../../../../src/components/view-kit/tone.ts'
import { useAnswer } from '../use-answer.ts'

const TONES: Readonly<Record<string, Tone>> = { ok: 'success', degraded: 'warning', down: 'danger' }

/** How the last calls to each outside provider went. */
export function ProviderHealth() {
  const { data } = useAnswer('GET /api/dashboard', {}, ['provider.health'])
  if (!data) return null
  const { providers } = data
  return (
    <section aria-label="Providers" className="card px-4 py-2">
      <h2 className="py-2 font-semibold">Providers</h2>
      <p className="pb-2 text-sm text-ink-3">Where weather, news and other live data come from.</p>
      {'error' in providers ? (
        <p className="pb-2 text-sm text-ink-3">{providers.error.message}</p>
      ) : (
        <ul className="flex flex-wrap gap-2 pb-2">
          {providers.map(({ provider, status, message }) => (
            <li
              key={provider}
              title={message ?? wordsOf(status)}
              className={`rounded-full px-2.5 py-0.5 text-xs ${toneSoft[TONES[status] ?? 'neutral']}`}
            >
              {wordsOf(provider)}
              <span className="sr-only">: {wordsOf(status)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function wordsOf(name: string): string {
  return name.toLowerCase().replaceAll('_', ' ')
}
