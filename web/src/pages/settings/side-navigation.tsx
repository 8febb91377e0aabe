import { ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { isFocusLost } from '../../frame/focus-keeper.ts'
import { PageLink } from '../../frame/page-link.tsx'
import { useShell } from '../../frame/shell.ts'
import { screens, type ScreenSlug } from './screens.ts'

const ITEM =
  'flex min-h-9 items-center gap-3 rounded-lg px-3 py-1.5 text-sm text-ink-2 hover:bg-surface-2 hover:text-ink ' +
  'rail:aria-[current=page]:bg-accent-soft rail:aria-[current=page]:font-medium rail:aria-[current=page]:text-accent ' +
  'max-rail:min-h-12'

interface SideNavigationProps {
  readonly current: ScreenSlug | undefined
  /** On a telephone the list and the screen take turns. */
  readonly isHiddenOnPhone: boolean
  readonly onGone: () => void
}

/** Every screen of the settings: beside the one that is shown, or before it on a telephone. */
export function SideNavigation({ current, isHiddenOnPhone, onGone }: SideNavigationProps) {
  const { router } = useShell()
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    // Who came back to the list by a link that is hidden now goes on in it.
    if (!isHiddenOnPhone && router.hasMoved() && isFocusLost()) list.current?.querySelector('a')?.focus()
  }, [isHiddenOnPhone, router])
  return (
    <nav
      ref={list}
      aria-label="Settings"
      className={`max-rail:rounded-xl max-rail:border max-rail:border-line max-rail:bg-surface-1 max-rail:p-1 rail:sticky rail:top-4 ${isHiddenOnPhone ? 'max-rail:hidden' : ''}`}
    >
      <ul className="flex flex-col gap-0.5">
        {screens.map(({ slug, title, Icon }) => (
          <li key={slug}>
            <PageLink
              page="settings"
              item={slug}
              className={ITEM}
              aria-current={slug === current ? 'page' : undefined}
              onGone={onGone}
            >
              <Icon aria-hidden className="size-4 shrink-0" />
              <span className="min-w-0 flex-1">{title}</span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3 rail:hidden" />
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
