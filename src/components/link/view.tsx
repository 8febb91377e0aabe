import { ExternalLink } from 'lucide-react'
import { NamedIcon } from '../view-kit/icon.tsx'
import { safeAddress } from '../view-kit/text/safe-address.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

export function LinkView({ url, label, description, icon }: ViewProps<'link'>) {
  return (
    <a
      href={safeAddress(url)}
      target="_blank"
      rel="noopener noreferrer"
      className="card flex items-center gap-3 px-4 py-3 hover:bg-surface-2"
    >
      <span className="text-accent">
        {icon === undefined ? <ExternalLink aria-hidden className="size-4" /> : <NamedIcon name={icon} />}
      </span>
      <span className="min-w-0">
        <span dir="auto" className="block font-medium wrap-anywhere text-accent">
          {label}
        </span>
        {description !== undefined && <span className="block text-sm text-ink-2">{description}</span>}
        <span className="block truncate text-xs text-ink-3">{url.replace(/^https?:\/\/(www\.)?/, '')}</span>
      </span>
    </a>
  )
}
