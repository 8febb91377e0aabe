import type { ShellPage } from '../../../src/components/view-kit/view-context.ts'

export interface Place {
  /** Nowhere: the address, which a person may have typed, is that of no page. */
  readonly page: ShellPage | 'nowhere'
  /** One thing on that page: a conversation, a workflow, a tool or a setting. Nowhere it is the address itself. */
  readonly item: string | undefined
}

const PATHS: Readonly<Record<ShellPage, string>> = {
  chat: '/chat',
  home: '/dashboard',
  flows: '/workflows',
  tools: '/tools',
  desk: '/computer',
  settings: '/settings',
}

/** The service knows the same places: at all others it answers that nothing is found. */
const WITH_ITEMS: ReadonlySet<ShellPage> = new Set<ShellPage>(['chat', 'flows', 'tools', 'desk', 'settings'])

export function pathOf(page: ShellPage, item?: string): string {
  return item === undefined ? PATHS[page] : `${PATHS[page]}/${encodeURIComponent(item)}`
}

export function placeOf(pathname: string): Place {
  if (pathname === '/') return { page: 'chat', item: undefined }
  const [, first, item = '', ...further] = pathname.split('/')
  const page = (Object.keys(PATHS) as ShellPage[]).find((name) => PATHS[name] === `/${first}`)
  if (!page || further.length > 0 || (item !== '' && !WITH_ITEMS.has(page)))
    return { page: 'nowhere', item: decoded(pathname) }
  return { page, item: item === '' ? undefined : decoded(item) }
}

/** A person may have typed the address: a stray per cent sign stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Where the reader is. The address says it, so that it can be kept, shared with oneself, and gone back to. */
export class Router {
  readonly #listeners = new Set<() => void>()
  #place = placeOf(location.pathname)
  #hasMoved = false

  constructor() {
    window.addEventListener('popstate', () => this.#arrive())
  }

  readonly place = (): Place => this.#place

  /** Whether the reader has gone somewhere since the page was opened. */
  readonly hasMoved = (): boolean => this.#hasMoved

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly go = (page: ShellPage, item?: string, { replace = false } = {}): void => {
    const path = pathOf(page, item)
    if (path !== location.pathname) history[replace ? 'replaceState' : 'pushState'](null, '', path)
    this.#arrive()
  }

  #arrive(): void {
    const next = placeOf(location.pathname)
    if (next.page === this.#place.page && next.item === this.#place.item) return
    this.#place = next
    this.#hasMoved = true
    for (const listener of this.#listeners) listener()
  }
}
