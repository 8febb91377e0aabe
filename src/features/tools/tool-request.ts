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
  /** A look on the way to something else: where a person would have to be asked first, it is refused without a question. */
  readonly asksNobody?: boolean
  /** A person has allowed exactly this call. */
  readonly approved?: boolean
  readonly timeoutSeconds?: number
  readonly idempotencyKey?: string
  readonly workflow?: { readonly workflow_id: string; readonly step_id: string }
  readonly onProgress?: (progress: ToolProgress) => void
}
