/** What each provider answers in tests, by its name in `UPSTREAM_<NAME>`. */
export type SampleRoutes = Readonly<Record<string, (url: URL) => SampleReply>>

interface SampleReply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}
