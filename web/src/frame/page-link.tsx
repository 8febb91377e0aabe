import type { ComponentProps } from 'react'
import type { ShellPage } from '../../../src/components/view-kit/view-context.ts'
import { pathOf } from './router.ts'
import { useShell } from './shell.ts'

interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  readonly page: ShellPage
  readonly item?: string
  readonly onGone?: () => void
}

/** A way to another place in the shell. With a key held down the browser opens it as it does any link. */
export function PageLink({ page, item, onGone, ...rest }: PageLinkProps) {
  const { router } = useShell()
  return (
    <a
      {...rest}
      href={pathOf(page, item)}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        router.go(page, item)
        onGone?.()
      }}
    />
  )
}
