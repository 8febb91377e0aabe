import { useAnswer } from '../use-answer.ts'
import { ModelSetup } from './model-setup.tsx'

/** Offers a model where none is set, and is silent otherwise. */
export function WelcomeModel() {
  const { data, refresh } = useAnswer('GET /api/settings', {}, ['settings.changed'])
  if (!data || typeof data['LLM_PROVIDER'] === 'string') return null
  return (
    <details className="mt-6">
      <summary className="min-h-9 cursor-pointer text-sm text-accent">
        With a model it understands everything else. Set one up
      </summary>
      <div className="mt-3">
        <ModelSetup values={data} onSaved={refresh} />
      </div>
    </details>
  )
}
