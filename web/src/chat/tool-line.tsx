import { Check, ChevronRight, CircleSlash, LoaderCircle, ShieldAlert, X } from 'lucide-react'
import { formatDuration } from '../../../src/contract/text/numbers.ts'
import type { ToolLine } from './answer.ts'

/** A tool call as one quiet line; open it to see what went in and what came out. */
export function ToolLineView({ line }: { line: ToolLine }) {
  const { action, args, result, progress, endedAt, shortened = false } = line
  const duration = durationOf(line)
  const detail = asksFirst(line)
    ? 'asked for your approval first'
    : (result?.message ?? (endedAt === undefined ? (progress?.message ?? 'running') : 'not finished'))
  return (
    <details className="group text-sm">
      <summary className="flex min-h-8 cursor-pointer list-none items-center gap-2 text-ink-3">
        <ToolState line={line} />
        <span className="font-mono text-xs text-ink-2">{action}</span>
        <span className="clip flex-1">{detail}</span>
        {progress?.fraction !== undefined && endedAt === undefined && (
          <span className="tabular-nums">{Math.round(progress.fraction * 100)} %</span>
        )}
        {duration !== undefined && (
          <span className="text-xs tabular-nums">{formatDuration(duration / 1000)}</span>
        )}
        <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
      </summary>
      <div className="mt-1 grid gap-2 border-s-2 border-line ps-3">
        <Json label="Arguments" value={args} />
        {result && <Json label="Result" value={result} />}
        {shortened && <p className="text-xs text-ink-3">The data is too long to show again.</p>}
      </div>
    </details>
  )
}

/** As the service measured it, else as this page saw it; of one that was kept without, nobody knows. */
function durationOf({ startedAt, endedAt, durationMs }: ToolLine): number | undefined {
  if (durationMs !== undefined) return durationMs
  return endedAt === undefined || startedAt === 0 ? undefined : endedAt - startedAt
}

/** The question is shown below it; that the call did not run is no failure. */
function asksFirst({ result }: ToolLine): boolean {
  const { data } = result ?? {}
  return typeof data === 'object' && data !== null && 'confirmation' in data
}

function ToolState({ line }: { line: ToolLine }) {
  const { result, endedAt } = line
  if (!result && endedAt === undefined)
    return <LoaderCircle aria-label="Running" className="size-4 animate-spin text-accent" />
  if (!result) return <CircleSlash aria-label="Not finished" className="size-4" />
  if (asksFirst(line)) return <ShieldAlert aria-label="Asked first" className="size-4 text-warn" />
  return result.success ? (
    <Check aria-label="Done" className="size-4 text-good" />
  ) : (
    <X aria-label="Failed" className="size-4 text-bad" />
  )
}

function Json({ label, value }: { label: string; value: unknown }) {
  return (
    <div>
      <p className="text-xs text-ink-3">{label}</p>
      <pre
        className="max-h-60 overflow-auto rounded-lg bg-surface-2 p-2 text-xs text-ink-2"
        tabIndex={0}
        aria-label={label}
      >
        {JSON.stringify(value, null, 2)}
      </pre>
    </div>
  )
}
