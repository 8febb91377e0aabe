import { Children } from '../view-kit/components.tsx'
import { GAPS } from '../view-kit/layout.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

/** As many columns as fit, up to the number that was wished for. */
export function GridView({ children, columns, gap = 'medium' }: ViewProps<'grid'>) {
  const smallest =
    columns === undefined ? '200px' : `max(150px, calc((100% - ${columns - 1} * 24px) / ${columns}))`
  return (
    <div
      className={`grid min-w-0 ${GAPS[gap]}`}
      style={{ gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${smallest}), 1fr))` }}
    >
      <Children items={children} />
    </div>
  )
}
