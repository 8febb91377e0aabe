import { Children } from '../view-kit/components.tsx'
import { ALIGNS, GAPS } from '../view-kit/layout.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

export function ColumnView({ children, gap = 'medium', align = 'stretch' }: ViewProps<'column'>) {
  return (
    <div className={`flex min-w-0 flex-1 flex-col ${GAPS[gap]} ${ALIGNS[align]}`}>
      <Children items={children} />
    </div>
  )
}
