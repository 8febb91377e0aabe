import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useService, type Service } from './service.ts'

interface ThumbnailProps {
  /** Where the picture is: a path on this machine, or an uploaded file. */
  readonly path?: string | undefined
  readonly fileId?: string | undefined
  readonly alt: string
  /** Longest side in pixels. */
  readonly edge?: number
  readonly className?: string
  /** Stands there until it has come, and where it cannot. */
  readonly instead?: ReactNode
}

const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|tiff?|svg)$/i

export function isPicture(name: string): boolean {
  return PICTURE.test(name)
}

/** A small version of a picture on this machine, fetched once it is in view. */
export function Thumbnail({ path, fileId, alt, edge = 256, className, instead = null }: ThumbnailProps) {
  const service = useService()
  const place = useRef<HTMLSpanElement>(null)
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    let isGone = false
    const watch = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      watch.disconnect()
      addressOf(service, { path, fileId, edge }).then(
        (found) => !isGone && setAddress(found),
        // What cannot be shown is still named beside it.
        () => {},
      )
    })
    watch.observe(place.current!)
    return () => {
      isGone = true
      watch.disconnect()
    }
  }, [service, path, fileId, edge])
  return (
    <span ref={place} className="inline-flex min-h-px min-w-px shrink-0">
      {address === undefined ? instead : <img src={address} alt={alt} className={className} />}
    </span>
  )
}

const MAX_HELD = 200
/** By what was asked for: a list that is drawn anew asks for nothing. */
const held = new Map<string, Promise<string>>()

function addressOf(
  service: Service,
  { path, fileId, edge }: { path?: string | undefined; fileId?: string | undefined; edge: number },
): Promise<string> {
  const key = `${fileId ?? ''} ${path ?? ''} ${edge}`
  const known = held.get(key)
  if (known) return known
  const query = { edge, ...(fileId === undefined ? { path: path ?? '' } : { file_id: fileId }) }
  const asked = service
    .call('GET /api/thumbnail', { query })
    .then(({ media_type, data }) => `data:${media_type};base64,${data}`)
  held.set(key, asked)
  asked.catch(() => held.delete(key))
  if (held.size > MAX_HELD) held.delete(held.keys().next().value!)
  return asked
}
