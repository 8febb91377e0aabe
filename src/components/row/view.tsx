import { Children } from '../view-kit/components.tsx'
import { ALIGNS, GAPS } from '../view-kit/layout.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

const JUSTIFIES = {
  start: 'justify-start',
  center: 'justify-center',
  end: 'justify-end',
  between: 'justify-between',
}

export function RowView({
  children,
  gap = 'medium',
  align = 'stretch',
  justify = 'start',
  wrap = true,
}: ViewProps<'row'>) {
  return (
    <div
      className={`row flex min-w-0 ${wrap ? 'flex-wrap' : 'overflow-x-auto'} ${GAPS[gap]} ${ALIGNS[align]} ${JUSTIFIES[justify]}`}
    >
      <Children items={children} />
    </div>
  )
}
