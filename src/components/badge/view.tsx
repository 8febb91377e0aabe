import { NamedIcon } from '../view-kit/icon.tsx'
import { toneSoft } from '../view-kit/tone.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

export function BadgeView({ text, tone = 'neutral', icon }: ViewProps<'badge'>) {
  return (
    <span
      className={`inline-flex max-w-full items-center gap-1.5 self-center rounded-full px-2.5 py-0.5 text-xs font-medium ${toneSoft[tone]}`}
    >
      {icon !== undefined && <NamedIcon name={icon} className="size-3.5" />}
      <span className="clip">{text}</span>
    </span>
  )
}
