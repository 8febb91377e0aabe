import { isPersonal, type Provenance } from '../../contract/endpoint.ts'
import type { Risk } from '../../contract/tool.ts'
import type { CatalogEntry } from './tool-catalog.ts'

export type ApprovalMode = 'risky' | 'always' | 'never'

export interface PolicyQuestion {
  readonly entry: CatalogEntry
  readonly provenance: Provenance
  readonly mode: ApprovalMode
  /** The tool's own reason, e.g. a protected path. */
  readonly ownReason: string | undefined
  /** Of this very call, where its arguments decide it. */
  readonly risk?: Risk | undefined
}

/**
 * Why a person must say yes first; undefined when the call may run.
 *
 * A local client that names the tool has decided already. A model, a schedule or a message from outside has not: what
 * sends, deletes or controls waits. Protected places and unsafe plugins ask whoever calls, in every mode, and so does
 * whatever a plugin, an imported workflow or somebody outside of this machine asks for.
 */
export function reasonToAsk(question: PolicyQuestion): string | undefined {
  const { entry, provenance, mode, ownReason, risk = entry.tool.risk } = question
  if (entry.alwaysAsks)
    return `${entry.agent} is a plugin that is not marked as safe or was not enabled, so each call is asked about.`
  if (ownReason !== undefined) return ownReason
  if (mode === 'always') return 'The APPROVAL_MODE setting asks before every tool.'
  if (provenance === 'local-client' || (mode === 'never' && worksForPerson(provenance))) return undefined
  if (risk === 'external') return `${nameOf(provenance)} wants to send something out of this machine.`
  if (risk === 'dangerous') return `${nameOf(provenance)} wants to do something that may not be undone.`
  return undefined
}

/** Whether somebody who is not at this machine asks, such as the sender of a webhook. */
export function isFromOutside(provenance: Provenance): boolean {
  return provenance.startsWith('webhook:')
}

/** Whoever switched the questions off was thinking of what works for them, not of plugins, strangers and their files. */
function worksForPerson(provenance: Provenance): boolean {
  return isPersonal(provenance) || provenance === 'model'
}

function nameOf(provenance: Provenance): string {
  if (provenance === 'model') return 'The assistant'
  if (provenance === 'sentence') return 'What I understood from your words'
  if (provenance === 'schedule') return 'A scheduled workflow'
  if (provenance === 'plugin') return 'A plugin or a program that Deskhand started'
  if (provenance === 'import') return 'An imported workflow'
  return isFromOutside(provenance) ? `A message from ${provenance.slice(8)}` : 'The caller'
}
