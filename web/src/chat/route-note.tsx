import { X } from 'lucide-react'
import { IconButton } from '../../../src/components/view-kit/controls/controls.tsx'
import { formatNumber } from '../../../src/contract/text/numbers.ts'
import type { Answer } from './answer.ts'
import { usageInWords } from './usage-in-words.ts'

const REASONS = {
  fast_path: 'Your message starts with a word that has a built-in answer. No model was used.',
  router: 'The built-in router understood your message. No model was used.',
  model: 'Your model wrote this answer.',
  suggestions: "The router wasn't sure what you meant. These are its best guesses.",
} as const

/** Why an answer is what it is: who understood the message, how surely, and what else came into question. */
export function RouteNote({
  answer: { route, runId, usage },
  onClose,
}: {
  answer: Answer
  onClose: () => void
}) {
  return (
    <div
      role="group"
      aria-label="Why this answer"
      className="relative rounded-lg bg-surface-2 p-3 pe-10 text-sm text-ink-2"
    >
      <p>
        {route?.model
          ? `Answered by ${route.model.model} (${route.model.provider}).`
          : route
            ? REASONS[route.by]
            : "The service didn't say who answered."}
      </p>
      {usage && <p className="tabular-nums">{usageInWords(usage)}</p>}
      {route?.score !== null && route !== undefined && (
        <p>Confidence: {formatNumber(route.score * 100, { format: 'percent', decimals: 0 })}.</p>
      )}
      {route && route.candidates.length > 0 && (
        <p className="mt-1 text-xs text-ink-3">
          {'Also possible: '}
          {route.candidates.map(({ name, score }) => `${name} ${Math.round(score * 100)} %`).join(', ')}
        </p>
      )}
      {runId !== undefined && <p className="mt-1 font-mono text-xs text-ink-3">{runId}</p>}
      <IconButton label="Close" className="absolute end-1 top-1" onClick={onClose}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  )
}
