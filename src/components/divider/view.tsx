import type { ViewProps } from '../view-kit/view-entry.ts'

export function DividerView({ label }: ViewProps<'divider'>) {
  if (label === undefined) return <hr className="my-2 border-line" />
  return (
    <div role="separator" aria-label={label} className="my-1 flex items-center gap-3 text-xs text-ink-3">
      <span className="h-px flex-1 bg-line" />
      {label}
      <span className="h-px flex-1 bg-line" />
    </div>
  )
}
