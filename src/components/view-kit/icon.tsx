import { lazy, Suspense } from 'react'

const IconFromSet = lazy(async () => ({ default: (await import('./icons/icon-set.tsx')).IconFromSet }))

/** An icon that a component names: one of Lucide's, or an emoji. Decoration: the words beside it say what it means. */
export function NamedIcon({ name, className = 'size-4' }: { name: string; className?: string }) {
  // A name of Lucide is plain letters; anything else is meant to be seen as it is.
  if (!/^[a-z0-9-]+$/.test(name))
    return (
      <span aria-hidden className="inline-block leading-none">
        {name}
      </span>
    )
  return (
    <Suspense fallback={<span aria-hidden className={`inline-block ${className}`} />}>
      <IconFromSet name={name} className={className} />
    </Suspense>
  )
}
