import { mkdir, mkdtempDisposable, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Provenance } from '../src/contract/endpoint.ts'
import { silentLog } from '../src/contract/log.ts'
import type { AccessTokens, ToolCall, ToolProgress } from '../src/contract/tool.ts'

export interface TestCallOptions {
  readonly home: string
  readonly dataFolder: string
  readonly settings?: Readonly<Record<string, unknown>>
  readonly fetch?: typeof globalThis.fetch
  readonly signal?: AbortSignal
  readonly provenance?: Provenance
  readonly isApproved?: boolean
  readonly now?: () => Date
  readonly accessTokens?: AccessTokens
}

/** What a tool gets from the runner, with real folders; `progressed` collects what the tool reported. */
export function createTestCall(options: TestCallOptions): ToolCall & { readonly progressed: ToolProgress[] } {
  const progressed: ToolProgress[] = []
  return {
    signal: options.signal ?? new AbortController().signal,
    provenance: options.provenance ?? 'local-client',
    isApproved: options.isApproved ?? false,
    log: silentLog,
    now: options.now ?? (() => new Date()),
    home: options.home,
    dataFolder: options.dataFolder,
    fetch: options.fetch ?? refuseToFetch,
    setting: (name) => options.settings?.[name],
    ...(options.accessTokens && { accessTokens: options.accessTokens }),
    progress: (progress) => {
      progressed.push(progress)
    },
    progressed,
  }
}

export interface TestFolders extends AsyncDisposable {
  readonly home: string
  readonly dataFolder: string
  /** Beside the home folder. */
  readonly outside: string
}

/** A home folder with the service's data in it, as it is on a real machine; gone when the test ends. */
export async function createTestFolders(): Promise<TestFolders> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-test-'))
  const root = await realpath(folder.path)
  const folders = {
    home: join(root, 'home'),
    dataFolder: join(root, 'home', '.local', 'share', 'deskhand'),
    outside: join(root, 'outside'),
  }
  await Promise.all(Object.values(folders).map((path) => mkdir(path, { recursive: true })))
  return { ...folders, [Symbol.asyncDispose]: () => folder.remove() }
}

/** A test that means to reach something passes its own `fetch`. */
async function refuseToFetch(): Promise<Response> {
  throw new TypeError('This test has no network.')
}
