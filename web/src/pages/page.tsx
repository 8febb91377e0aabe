import { Search } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { IconButton } from '../../../src/components/view-kit/controls/controls.tsx'
import { isAt } from '../frame/focus-keeper.ts'
import { useTitle } from '../frame/page-title.ts'
import { useShell } from '../frame/shell.ts'

interface PageProps {
  readonly title: string
  /** What the tab of the browser says, where that is more than the title. */
  readonly tab?: string
  readonly about?: ReactNode
  readonly actions?: ReactNode
  /** Uses all of a very wide page. */
  readonly wide?: boolean
  readonly children: ReactNode
}

/** The frame of a page that is read from top to bottom. */
export function Page({ title, tab = title, about, actions, wide = false, children }: PageProps) {
  const { router, layer } = useShell()
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(tab)
  useEffect(() => {
    const { activeElement } = document
    // Who came by a button that is gone now reads on from the top of the page.
    if (router.hasMoved() && (!isAt(activeElement) || activeElement?.matches('main')))
      heading.current?.focus()
  }, [router])
  return (
    <div className="flex-1 overflow-y-auto">
      <div
        className={`mx-auto flex w-full flex-col gap-6 px-4 py-6 wide:px-8 ${wide ? 'max-w-[2400px]' : 'max-w-6xl'}`}
      >
        <header className="flex flex-wrap items-end justify-between gap-3">
          <div className="min-w-0 max-rail:w-full">
            <div className="flex items-start justify-between gap-2">
              <h1
                ref={heading}
                tabIndex={-1}
                dir="auto"
                className="rounded-md text-2xl font-semibold tracking-tight wrap-anywhere"
              >
                {title}
              </h1>
              <IconButton
                label="Search everything"
                className="rail:hidden"
                onClick={() => layer.set('palette')}
              >
                <Search aria-hidden className="size-4" />
              </IconButton>
            </div>
            {about !== undefined && <p className="mt-1 wrap-anywhere text-ink-3">{about}</p>}
          </div>
          {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
        {children}
      </div>
    </div>
  )
}
