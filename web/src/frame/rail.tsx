import {
  Bell,
  BookOpen,
  House,
  MessageSquare,
  Monitor,
  Search,
  Settings,
  Workflow,
  Wrench,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { ShellPage } from '../../../src/components/view-kit/view-context.ts'
import { useAttention } from './attention.ts'
import { PageLink } from './page-link.tsx'
import type { Place } from './router.ts'
import { useShell } from './shell.ts'

export const pageList: readonly { page: ShellPage; label: string; Icon: LucideIcon }[] = [
  { page: 'chat', label: 'Chat', Icon: MessageSquare },
  { page: 'home', label: 'Home', Icon: House },
  { page: 'flows', label: 'Flows', Icon: Workflow },
  { page: 'tools', label: 'Tools', Icon: Wrench },
  { page: 'desk', label: 'Desk', Icon: Monitor },
  { page: 'settings', label: 'Settings', Icon: Settings },
]

const ITEM =
  'flex min-h-11 items-center justify-center gap-3 rounded-lg px-3 text-sm text-ink-2 transition-colors hover:bg-surface-2 hover:text-ink ' +
  'aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent wide:min-h-9 wide:justify-start ' +
  'max-rail:min-w-0 max-rail:flex-1 max-rail:flex-col max-rail:gap-0.5 max-rail:px-0 max-rail:py-1.5 max-rail:text-xs'

const LABEL = 'rail:max-wide:sr-only'

/** The way around: at the left, as icons on a smaller page, along the bottom of a telephone. */
export function Rail({ current }: { current: Place['page'] }) {
  const { layer } = useShell()
  const { count } = useAttention()
  return (
    <nav
      aria-label="Pages"
      className="flex shrink-0 gap-1 max-rail:gap-0 border-line bg-surface-1 p-2 max-rail:border-t max-rail:pb-[max(8px,env(safe-area-inset-bottom))] rail:w-16 rail:flex-col rail:border-e wide:w-52 wide:p-3"
    >
      <p className="flex items-center gap-3 px-2 py-2 font-semibold max-rail:hidden rail:max-wide:justify-center">
        <img src="/mark.svg" alt="" className="size-7" />
        <span className={LABEL}>Deskhand</span>
      </p>
      {pageList.map(({ page, label, Icon }) => (
        <PageLink
          key={page}
          page={page}
          className={ITEM}
          title={label}
          aria-current={page === current ? 'page' : undefined}
        >
          <Icon aria-hidden className="size-4.5 shrink-0" />
          <span className={`${LABEL} max-w-full truncate`}>{label}</span>
        </PageLink>
      ))}
      <div className="flex-1 max-rail:hidden" />
      <RailButton
        label="Search"
        hint="Ctrl K"
        icon={<Search aria-hidden className="size-4.5 shrink-0" />}
        onClick={() => layer.set('palette')}
        className="max-rail:hidden"
      />
      <RailButton
        label="Inbox"
        icon={
          <span className="relative">
            <Bell aria-hidden className="size-4.5 shrink-0" />
            <Count count={count} />
          </span>
        }
        onClick={() => layer.set(layer.get() === 'tray' ? undefined : 'tray')}
      />
      <a href="/docs" className={`${ITEM} max-rail:hidden`} title="API documentation">
        <BookOpen aria-hidden className="size-4.5 shrink-0" />
        <span className={LABEL}>API</span>
      </a>
    </nav>
  )
}

function Count({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="absolute -end-2 -top-2 grid min-w-4 place-items-center rounded-full bg-bad px-1 text-[10px] leading-4 font-semibold text-on-accent">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> in the</span>
    </span>
  )
}

interface RailButtonProps {
  readonly label: string
  readonly hint?: string
  readonly icon: ReactNode
  readonly onClick: () => void
  readonly className?: string
}

function RailButton({ label, hint, icon, onClick, className = '' }: RailButtonProps) {
  return (
    <button type="button" title={label} className={`${ITEM} ${className}`} onClick={onClick}>
      {icon}
      <span className={`${LABEL} flex-1 text-start max-rail:flex-none`}>{label}</span>
      {hint !== undefined && (
        <span aria-hidden className="text-xs text-ink-3 max-wide:hidden">
          {hint}
        </span>
      )}
    </button>
  )
}
