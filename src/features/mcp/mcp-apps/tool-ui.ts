import type { Tool as McpTool } from '@modelcontextprotocol/client'

/** What a tool says about pages: the one that shows its answers, and who may call it. */
export interface ToolUi {
  readonly resourceUri: string | undefined
  readonly forModel: boolean
  readonly forApp: boolean
}

type Members = Readonly<Record<string, unknown>>

export function uiOf({ _meta: meta }: Pick<McpTool, '_meta'>): ToolUi {
  const ui = membersOf(meta?.['ui'])
  // The flat name is what the first servers were written with.
  const uri = ui['resourceUri'] ?? meta?.['ui/resourceUri']
  const resourceUri = typeof uri === 'string' && isAppUri(uri) ? uri : undefined
  const { visibility } = ui
  if (!Array.isArray(visibility)) return { resourceUri, forModel: true, forApp: true }
  return { resourceUri, forModel: visibility.includes('model'), forApp: visibility.includes('app') }
}

const MAX_URI_LENGTH = 500

export function isAppUri(uri: string): boolean {
  return /^ui:\/\/[^\s"<>]+$/.test(uri) && uri.length <= MAX_URI_LENGTH
}

export function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}
}
