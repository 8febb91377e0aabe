import type { Envelope } from '../../../contract/envelope.ts'
import type { Settings } from '../../settings/settings-store.ts'
import type { ToolCatalog } from '../../tools/tool-catalog.ts'
import type { ToolRunner } from '../../tools/tool-runner.ts'
import { distrustOf, type Taints } from '../model/taint.ts'
import type { CatalogEntry } from '../../tools/catalog-entry.ts'
import type { ToolRequest } from '../../tools/tool-request.ts'

export interface RunDeps {
  readonly runner: Pick<ToolRunner, 'run' | 'readings' | 'markOutside'>
  readonly catalog: Pick<ToolCatalog, 'find'>
  readonly settings: Pick<Settings, 'get'>
  readonly taints: Taints
}

/** Runs a tool that was understood from words. */
export async function runUnderstood(
  { runner, catalog, settings, taints }: RunDeps,
  request: ToolRequest,
  session_id: string,
): Promise<Envelope> {
  const entry = catalog.find(request.action)
  const mayAsk = settings.get('APPROVAL_MODE') !== 'never'
  const { action, args } = request
  const isModels = request.provenance === 'model'
  const askBecause = isModels
    ? (request.askBecause ?? distrustOf({ taints, catalog }, { session_id, action, args }))
    : mayAsk
      ? reasonToAsk(request, entry)
      : request.askBecause
  const result = await runner.run({ ...request, askBecause })
  if (isModels && entry?.tool.risk !== 'read' && taints.of(session_id).untrusted)
    await runner.markOutside(request.action, result)
  // A model may go on with the conversation, and then sees what was read here.
  if (entry) await taints.add(session_id, await runner.readings(request, result))
  return result
}

/**
 * Why the person at this machine is asked first: nobody named the tool, and what sends or cannot be taken back was only
 * understood from words. Everybody else is asked anyway.
 */
function reasonToAsk(
  { askBecause, provenance }: ToolRequest,
  entry: CatalogEntry | undefined,
): string | undefined {
  const risk = entry?.tool.risk
  if (askBecause !== undefined || provenance !== 'local-client') return askBecause
  return risk === 'external' || risk === 'dangerous'
    ? 'This is my best guess at what you meant. Nothing has been done yet.'
    : undefined
}
