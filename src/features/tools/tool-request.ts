import type { Provenance } from '../../contract/endpoint.ts'
import type { ToolProgress } from '../../contract/tool.ts'

export interface ToolRequest {
  readonly action: string
  readonly args: Readonly<Record<string, unknown>>
  readonly provenance: Provenance
  readonly signal: AbortSignal
  /** The conversation that wants it: what a person allowed there counts. */
  readonly session_id?: string | undefined
  /** Why a person must be asked whatever the risk and the mode, e.g. what the conversation has read. */
  readonly askBecause?: string | undefined
  /** What a person who is asked should know besides, as a sentence. */
  readonly note?: string | undefined
  /** A person lets such calls run: they are spared the question about the risk, and no other. */
  readonly isAllowed?: boolean
  /** A look on the way to something else: where a person would have to be asked first, it is refused without a question. */
  readonly asksNobody?: boolean
  /** The page of the tool's own MCP server wants it, so it may be one that only such a page can call. */
  readonly byApp?: boolean
  /** A person has allowed exactly this call. */
  readonly approved?: boolean
  /** Secrets that stand for themselves in the arguments until the tool runs, so that nobody else sees them. */
  readonly secrets?: readonly SecretArgument[]
  readonly timeoutSeconds?: number
  readonly idempotencyKey?: string
  readonly workflow?: { readonly workflow_id: string; readonly step_id: string }
  /** Told where secrets are in the arguments, before the tool runs or a person is asked. */
  readonly onSecret?: (paths: readonly string[]) => void
  readonly onProgress?: (progress: ToolProgress) => void
}

/** Where in the arguments a secret belongs, as a JSON pointer, and which one. */
export interface SecretArgument {
  readonly path: string
  readonly value: () => string
}
