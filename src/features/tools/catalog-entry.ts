import type { AnyTool } from '../../contract/tool.ts'

/** A tool together with where it comes from. */
export interface CatalogEntry {
  readonly agent: string
  readonly tool: AnyTool
  readonly origin: 'built_in' | 'plugin' | 'mcp'
  /** Every call needs approval: a plugin that its author does not call safe, or that nobody confirmed. */
  readonly alwaysAsks: boolean
  /** It steers a workflow, so it is no tool for anything else. */
  readonly isStepOnly?: boolean
}
