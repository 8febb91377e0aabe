const KEY = 'deskhand.token'

export interface Access {
  readonly token: () => string | null
  /** The one that this browser may remember. */
  readonly remembered: () => string | null
  /** Whether the service wants a token that this page does not have. */
  readonly isNeeded: () => boolean
  readonly subscribe: (listener: () => void) => () => void
  /** Keeps the token for this tab, or for this browser until it is taken back. */
  keep(token: string, options: { always: boolean }): void
  /** The service said that the token is missing or wrong. */
  refused(): void
}

/** The token of the service: asked for once, and sent with every request. A page's own storage is read by no other site. */
export function createAccess(): Access {
  const listeners = new Set<() => void>()
  let token = fromAddress() ?? sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY)
  let needed = false
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    token: () => token,
    remembered: () => localStorage.getItem(KEY),
    isNeeded: () => needed,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    keep(given, { always }) {
      token = given
      needed = false
      ;(always ? localStorage : sessionStorage).setItem(KEY, given)
      tell()
    },
    refused() {
      if (needed) return
      needed = true
      sessionStorage.removeItem(KEY)
      localStorage.removeItem(KEY)
      tell()
    },
  }
}

/** `deskhand open` hands the token over in the fragment, which no server ever sees; it goes out of the address at once. */
function fromAddress(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (token === null) return null
  history.replaceState(history.state, '', location.pathname + location.search)
  sessionStorage.setItem(KEY, token)
  return token
}
