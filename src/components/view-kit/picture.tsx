import { ExternalLink, ImageOff } from 'lucide-react'
import { useState } from 'react'
import { useViewContext } from './view-context.ts'

interface PictureProps {
  readonly url: string
  readonly alt: string
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly className?: string
}

/**
 * A picture that this service serves or that is in the address itself. One of another host would tell that host who
 * looks, so it is led to and not loaded.
 */
export function Picture({ url, alt, width, height, className = '' }: PictureProps) {
  const [failed, setFailed] = useState(false)
  const { isElsewhere = false } = useViewContext()
  if (/^https?:/i.test(url)) return <Elsewhere url={url} alt={alt} />
  if (failed || (isElsewhere && !url.startsWith('data:')))
    return (
      <p className="flex items-center gap-2 text-sm text-ink-3">
        <ImageOff aria-hidden className="size-4" /> {alt || "Couldn't load the picture."}
      </p>
    )
  return (
    <img
      src={url}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      className={className}
      onError={() => setFailed(true)}
    />
  )
}

function Elsewhere({ url, alt }: { url: string; alt: string }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="flex min-h-24 flex-col items-center justify-center gap-1 rounded-lg bg-surface-2 p-4 text-center text-sm text-ink-2 hover:bg-surface-3"
    >
      <ExternalLink aria-hidden className="size-4" />
      <span>{alt || 'Picture'}</span>
      <span className="text-xs text-ink-3">at {hostOf(url)}</span>
    </a>
  )
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url
}
