import { useAction } from '../view-kit/action.ts'
import { Attribution } from '../view-kit/live/live-card.tsx'
import { Picture } from '../view-kit/picture.tsx'
import type { ViewProps } from '../view-kit/view-entry.ts'

export function ImageView({
  url,
  alt,
  caption,
  width,
  height,
  fit = 'contain',
  source,
  action,
}: ViewProps<'image'>) {
  const { run } = useAction()
  const picture = (
    <Picture
      {...{ url, alt, width, height }}
      className={`max-h-120 w-full rounded-card bg-surface-2 ${fit === 'cover' ? 'object-cover' : 'object-contain'}`}
    />
  )
  return (
    <figure className="min-w-0" style={{ maxWidth: width }}>
      {action ? (
        <button type="button" className="block w-full" aria-label={alt} onClick={() => void run(action)}>
          {picture}
        </button>
      ) : (
        picture
      )}
      {(caption !== undefined || source) && (
        <figcaption className="mt-1.5 flex flex-wrap gap-x-3 text-sm text-ink-3">
          {caption}
          {source && <Attribution source={source} />}
        </figcaption>
      )}
    </figure>
  )
}
