import { Button } from '../../../../src/components/view-kit/controls.tsx'
import { useAnswer } from '../use-answer.ts'

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
        <div key={runtime} className="flex flex-wrap items-center gap-2">
          <span className="text-sm text-ink-3">{title}</span>
          {models.map(({ model }) => (
            <Button key={model} onClick={() => onChoose(provider, model, base_url)}>
              {model}
            </Button>
          ))}
        </div>
      ))}
    </div>
  )
}
