import { useEffect, useRef, useState } from 'react'
import { useService } from '../../../../src/components/view-kit/service.ts'
import type { Moment } from './moment.ts'

interface MomentPictureProps {
  readonly taskId: string
  readonly moment: Moment
  /** The picture that comes after it, so that it is there by then. */
  readonly next: string | undefined
}

/** What the model saw, with a mark where it clicked, typed or dragged. */
export function MomentPicture({ taskId, moment, next }: MomentPictureProps) {
  const { sources, problem } = usePictures(taskId, [moment.picture?.id, next])
  const { picture, mark, words } = moment
  if (!picture)
    return (
      <div className="flex aspect-video items-center justify-center rounded-lg bg-surface-2 p-4 text-sm text-ink-3">
        No picture of this moment
      </div>
    )
  const { id, width, height } = picture
  const source = sources[id]
  return (
    <figure className="relative overflow-hidden rounded-lg border border-line bg-surface-2" dir="ltr">
      {source === undefined ? (
        <div
          role="status"
          className="flex items-center justify-center p-4 text-sm text-ink-3"
          style={{ aspectRatio: `${width} / ${height}` }}
        >
          {problem ?? 'Loading the picture'}
        </div>
      ) : (
        <>
          <img
            src={source}
            width={width}
            height={height}
            alt={`The screen: ${words}`}
            className="h-auto w-full"
          />
          {mark && <Mark mark={mark} width={width} height={height} />}
        </>
      )}
    </figure>
  )
}

type Mark = NonNullable<Moment['mark']>

/** Of the same size on a telephone as on a large screen. White around red is seen on every ground. */
function Mark({ mark: { points, area }, width, height }: { mark: Mark; width: number; height: number }) {
  const left = (x: number) => `${(x / width) * 100}%`
  const top = (y: number) => `${(y / height) * 100}%`
  return (
    <div aria-hidden data-mark={area ? 'area' : 'points'} className="pointer-events-none absolute inset-0">
      {points.length > 1 && (
        <svg viewBox={`0 0 ${width} ${height}`} className="absolute inset-0 size-full" fill="none">
          {['#fff', '#d0021b'].map((stroke, index) => (
            <polyline
              key={stroke}
              points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
              stroke={stroke}
              strokeWidth={index === 0 ? 6 : 3}
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
      )}
      {points.map(({ x, y }, index) => (
        <span
          key={index}
          className={`absolute -translate-1/2 rounded-full border-3 border-[#d0021b] outline-2 outline-[#fff] ${
            index === 0 ? 'size-8' : 'size-4 bg-[#d0021b]'
          }`}
          style={{ left: left(x), top: top(y) }}
        />
      ))}
      {area && (
        <span
          className="absolute rounded-sm border-3 border-[#d0021b] outline-2 outline-[#fff]"
          style={{ left: left(area.x), top: top(area.y), width: left(area.width), height: top(area.height) }}
        />
      )}
    </div>
  )
}

interface Pictures {
  readonly sources: Readonly<Record<string, string>>
  readonly problem: string | undefined
}

/** Pictures by their ids, each fetched once and held as long as the page is open. */
function usePictures(taskId: string, ids: readonly (string | undefined)[]): Pictures {
  const service = useService()
  const [pictures, setPictures] = useState<Pictures>({ sources: {}, problem: undefined })
  const asked = useRef(new Set<string>())
  const wanted = ids.filter((id) => id !== undefined).join(' ')
  useEffect(() => {
    for (const id of wanted.split(' ')) {
      if (id === '' || asked.current.has(id)) continue
      asked.current.add(id)
      service
        .call('GET /api/computer/recordings/:task_id/pictures/:picture', {
          params: { task_id: taskId, picture: id },
        })
        .then(
          ({ mime_type, data }) =>
            setPictures(({ sources }) => ({
              sources: { ...sources, [id]: `data:${mime_type};base64,${data}` },
              problem: undefined,
            })),
          (error: unknown) => {
            // It is asked for again when it is shown again.
            asked.current.delete(id)
            const problem = error instanceof Error ? error.message : String(error)
            setPictures(({ sources }) => ({ sources, problem }))
          },
        )
    }
  }, [service, taskId, wanted])
  return pictures
}
