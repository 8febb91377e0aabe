import type { ReactNode } from 'react'

interface PageProps {
  readonly title: string
  readonly about?: string | undefined
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The frame of a page that is read from top to bottom. */
export function Page({ title, about, actions, children }: PageProps) {
  return (
    <div className="flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 py-6 wide:px-8">
        <header className="flex flex-wrap items-end justify-between gap-3">
          <div>
            <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
            {about !== undefined && <p className="mt-1 text-ink-3">{about}</p>}
          </div>
          {actions}
        </header>
        {children}
      </div>
    </div>
  )
}
