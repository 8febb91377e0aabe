/** What the page tells its worker. */
export interface Seen {
  readonly kind: 'seen'
  /** The page that is shown, as the first part of its address. */
  readonly page: string
  /** The parts of the frame that it took, as paths. */
  readonly parts: readonly string[]
}

/** What the worker tells the page, or asks it. */
export type FromWorker =
  | { readonly kind: 'show_notice'; readonly id: string }
  /** The answer goes through the port that comes along, and is kept nowhere. */
  | { readonly kind: 'token' }

/** The page that stands at a path: `/` is the chat. */
export function pageAt(path: string): string {
  return path.split('/')[1] || 'chat'
}
