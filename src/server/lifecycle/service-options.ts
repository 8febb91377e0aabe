import type { ExtendServer } from '../../features/mcp/tool-server.ts'
import type { Embedder } from '../../platform/embedding/embedder.ts'
import type { LocalServersDeps } from '../../features/models/providers/local-servers.ts'
import type { DataFolder } from '../../platform/data-folder.ts'

export interface ServiceOptions {
  readonly folder: DataFolder
  readonly environment: NodeJS.ProcessEnv
  readonly host?: string | undefined
  readonly port?: number | undefined
  readonly socketPath?: string | undefined
  /** Where the log goes beside its file; null for nowhere. */
  readonly output: NodeJS.WritableStream | null
  readonly pretty: boolean
  /** This process is more than the service, as in a test: it and what it starts may call as a person does. */
  readonly isEmbedded?: boolean
  /** Where model servers on this machine are looked for, in place of their usual ports; for tests. */
  readonly localModelPorts?: LocalServersDeps['ports']
  /** What a suite for MCP servers wants to find over MCP, beside what is there; for tests. */
  readonly extendMcp?: ExtendServer | undefined
  /** One that several services of this process take turns with, since loading it takes seconds; left open when they close. */
  readonly embedder?: Embedder | undefined
}
