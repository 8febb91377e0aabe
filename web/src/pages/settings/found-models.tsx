import { Button } from '../../../../src/components/view-kit/controls/controls.tsx'
import { useAnswer } from '../use-answer.ts'
import { abilitiesOf } from './model-abilities.ts'

/** What runs on this machine and can be used at once; nothing where nothing does. */
export function FoundModels({
  onChoose,
}: {
  onChoose: (provider: string, model: string, address: string) => void
}) {
  const { data } = useAnswer('GET /api/models/local', {})
  const servers = (data?.servers ?? []).filter(({ models }) => models.length > 0)
  if (servers.length === 0) return null
  return (
    <div role="group" aria-label="Found on this machine" className="flex w-full flex-col gap-2">
      <p className="text-sm font-medium text-ink-2">Found on this machine</p>
      {servers.map(({ runtime, title, provider, base_url, models }) => (
        <div key={runtime} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className="w-20 text-sm text-ink-3">{title}</span>
          <ul className="flex min-w-0 flex-1 flex-col gap-1.5">
            {models.map((found) => (
              <li key={found.model} className="flex flex-wrap items-baseline gap-x-3">
                <Button onClick={() => onChoose(provider, found.model, base_url)}>{found.model}</Button>
                <span className="text-xs text-ink-3">{abilitiesOf(found).join(' · ')}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
