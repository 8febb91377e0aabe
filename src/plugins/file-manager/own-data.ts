import type { ToolCall } from '../../contract/tool.ts'
import { isInside, linksResolved } from '../../platform/files/links.ts'

/** Tells the service's own data folder from all others, for walks that come past it. Links were resolved before. */
export async function ownDataTest(call: Pick<ToolCall, 'dataFolder'>): Promise<(path: string) => boolean> {
  const dataFolder = await linksResolved(call.dataFolder)
  return (path) => isInside(path, dataFolder)
}
