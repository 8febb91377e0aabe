import { Heading } from '../view-kit/heading.tsx'
import { NamedIcon } from '../view-kit/icon.tsx'
import type { ViewProps } from '../view-kit/view-entry.ts'

const SIZES = ['text-2xl', 'text-xl', 'text-lg', 'text-base']

export function HeadingView({ text, level = 2, subtitle, icon }: ViewProps<'heading'>) {
  return (
    <div className="min-w-0">
      <Heading
        dir="auto"
        className={`flex items-center gap-2 font-semibold wrap-anywhere ${SIZES[level - 1]}`}
      >
        {icon !== undefined && <NamedIcon name={icon} className="size-[1em] text-accent" />}
        {text}
      </Heading>
      {subtitle !== undefined && <p className="text-sm text-ink-3">{subtitle}</p>}
    </div>
  )
}
