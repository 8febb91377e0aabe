import type { CodeMatch, Entry, Issue, PullRequest } from './shapes.ts'

export interface RepositoryPlace {
  readonly owner: string
  readonly repo: string
}

export interface FilePlace extends RepositoryPlace {
  /** Without a slash at either end; empty for the top folder. */
  readonly path: string
  /** The default branch when left out. */
  readonly ref?: string | undefined
}

/** What is at a path. */
export type Found =
  | { readonly kind: 'file'; readonly bytes: Buffer; readonly id: string | null; readonly url: string | null }
  | { readonly kind: 'folder'; readonly names: readonly string[] }
  | { readonly kind: 'symlink'; readonly target: string }
  | { readonly kind: 'submodule'; readonly url: string | null }

export interface Listed {
  readonly entries: readonly Entry[]
  /** There is more than the service or the limit lets through. */
  readonly truncated: boolean
}

export interface CodeQuestion {
  readonly query: string
  readonly owner?: string | undefined
  readonly repo?: string | undefined
  readonly limit: number
}

export interface CodeMatches {
  readonly matches: readonly CodeMatch[]
  /** Matches in all, when the service counts them. */
  readonly total: number | null
  /** What a person should know about how it was searched. */
  readonly note?: string | undefined
}

export interface IssueFilter {
  readonly state: 'open' | 'closed' | 'all'
  readonly labels: readonly string[]
  readonly limit: number
}

export interface IssueDraft {
  readonly title: string
  readonly body: string
  readonly labels: readonly string[]
}

/** A service that hosts repositories, as far as the tools need it. */
export interface RepositoryHost {
  readonly title: string
  readonly hasToken: boolean
  /** Whose token it is; null without one, when only the way there is tried. */
  account(): Promise<string | null>
  read(place: FilePlace): Promise<Found>
  list(place: FilePlace, options: { recursive: boolean; limit: number }): Promise<Listed>
  search(question: CodeQuestion): Promise<CodeMatches>
  issues(place: RepositoryPlace, filter: IssueFilter): Promise<{ issues: readonly Issue[]; more: boolean }>
  createIssue(place: RepositoryPlace, draft: IssueDraft): Promise<Issue>
  pullRequest(place: RepositoryPlace, number: number): Promise<PullRequest>
  /** The changes as one text, cut where it gets too long. */
  diff(place: RepositoryPlace, number: number): Promise<{ text: string; truncated: boolean }>
}

/** The largest file whose content is returned. */
export const maxFileBytes = 8 * 1024 * 1024
export const maxDiffBytes = 512 * 1024
