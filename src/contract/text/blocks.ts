/** What an answer is made of when there is no shell to draw it: few kinds, which every chat can show somehow. */
export type Block =
  | { readonly kind: 'text'; readonly text: string; readonly isPlain?: boolean; readonly isQuiet?: boolean }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  | {
      readonly kind: 'table'
      readonly heads: readonly string[]
      readonly rows: readonly (readonly string[])[]
      /** Rows that are not among these. */
      readonly more: number
    }
  | { readonly kind: 'list'; readonly items: readonly string[]; readonly isOrdered: boolean }
  | { readonly kind: 'link'; readonly label: string; readonly url: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'divider' }

export interface Fact {
  readonly label: string
  readonly value: string
  readonly tone?: 'neutral' | 'info' | 'success' | 'warning' | 'danger' | undefined
}

export function words(text: string): readonly Block[] {
  return [{ kind: 'text', text }]
}
