import { silentLog } from '../src/contract/log.ts'
import type { ToolCall, ToolProgress } from '../src/contract/tool.ts'

export interface TestCallOptions {
  readonly home: string
  readonly dataFolder: string
  readonly settings?: Readonly<Record<string, unknown>>
  readonly fetch?: typeof globalThis.fetch
  readonly signal?: AbortSignal
  readonly now?: () => Date
}

/** What a tool gets from the runner, with real folders; `progressed` collects what the tool reported. */
export function createTestCall(options: TestCallOptions): ToolCall & { readonly progressed: ToolProgress[] } {
  const progressed: ToolProgress[] = []
  return {
    signal: options.signal ?? new AbortController().signal,
    log: silentLog,
    now: options.now ?? (() => new Date()),
    home: options.home,
    dataFolder: options.dataFolder,
    fetch: options.fetch ?? refuseToFetch,
    setting: (name) => options.settings?.[name],
    progress: (progress) => {
      progressed.push(progress)
    },
    progressed,
  }
}

/** A test that means to reach something passes its own `fetch`. */
async function refuseToFetch(): Promise<Response> {
  throw new TypeError('This test has no network.')
}
