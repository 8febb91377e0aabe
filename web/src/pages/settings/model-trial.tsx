import { Check, X } from 'lucide-react'
import { formatDuration, formatNumber } from '../../../../src/contract/text/numbers.ts'
import type { AnswerOf } from '../../../../src/components/view-kit/service.ts'

export type Trial = AnswerOf<'POST /api/llm/test'>

/** What came of a test: whether the model answers, how fast, and what it can do. */
export function ModelTrial({ trial: { ok, message, latency_ms, capabilities } }: { trial: Trial }) {
  return (
    <div role="status" className="flex flex-col gap-2 text-sm">
      <p className={ok ? 'text-good' : 'text-bad'}>
        {message}
        {latency_ms !== null && <span className="text-ink-3"> ({formatDuration(latency_ms / 1000)})</span>}
      </p>
      {capabilities && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-ink-2">
          <Ability can={capabilities.tools}>calls tools</Ability>
          <Ability can={capabilities.json_schema}>follows a schema</Ability>
          <Ability can={capabilities.vision}>reads pictures</Ability>
          <Ability can={capabilities.streaming}>streams answers</Ability>
          {capabilities.context_tokens !== null && (
            <li className="tabular-nums">context of {formatNumber(capabilities.context_tokens)} tokens</li>
          )}
        </ul>
      )}
    </div>
  )
}

function Ability({ can, children }: { can: boolean; children: string }) {
  const Icon = can ? Check : X
  return (
    <li className="flex items-center gap-1">
      <Icon aria-hidden className={`size-4 ${can ? 'text-good' : 'text-ink-3'}`} />
      {!can && <span className="sr-only">not: </span>}
      {children}
    </li>
  )
}
