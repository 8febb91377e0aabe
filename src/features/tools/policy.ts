import { isFromOutside, isPersonal, type Provenance } from '../../contract/endpoint.ts'
import type { Risk } from '../../contract/tool.ts'
import type { CatalogEntry } from './catalog-entry.ts'

export type ApprovalMode = 'risky' | 'always' | 'never'

export interface PolicyQuestion {
  readonly entry: CatalogEntry
  readonly provenance: Provenance
  readonly mode: ApprovalMode
  /** The tool's own reason, e.g. a protected path. */
  readonly ownReason: string | undefined
  /** The caller's reason, e.g. what the conversation has read. */
  readonly askBecause?: string | undefined
  /** Of this very call, where its arguments decide it. */
  readonly risk?: Risk | undefined
  /** A person has allowed such calls from now on. */
  readonly isAllowed?: boolean
}

export interface Reason {
  readonly because: 'plugin' | 'tool' | 'caller' | 'mode' | 'risk'
  readonly message: string
}

/**
 * Why a person must say yes first; undefined when the call may run.
 *
 * A local client that names the tool has decided already. A model, a schedule or a message from outside has not: what
 * sends, deletes or controls waits. Protected places and unsafe plugins ask whoever calls, in every mode, and so does
 * whatever a plugin, an imported workflow or somebody outside of this machine asks for. What a person allowed from now on
 * is spared only the question about its risk.
 */
export function reasonToAsk(question: PolicyQuestion): Reason | undefined {
  const { entry, provenance, mode, ownReason, askBecause, risk = entry.tool.risk, isAllowed } = question
  if (entry.alwaysAsks)
    return {
      because: 'plugin',
      message: `${entry.agent} is a plugin that is not marked as safe or not enabled, so every call asks.`,
    }
  if (ownReason !== undefined) return { because: 'tool', message: ownReason }
  if (askBecause !== undefined) return { because: 'caller', message: askBecause }
  if (mode === 'always')
    return { because: 'mode', message: 'You chose to be asked before every tool (APPROVAL_MODE).' }
  if (provenance === 'local-client' || (mode === 'never' && worksForPerson(provenance))) return undefined
  if (isAllowed === true) return undefined
  return risk === 'external' || risk === 'dangerous'
    ? {
        because: 'risk',
        message: [riskSentence(provenance, risk, entry.tool.trashes), entry.tool.atMost]
          .filter(Boolean)
          .join(' '),
      }
    : undefined
}

/** Whoever switched the questions off was thinking of what works for them, not of plugins, strangers and their files. */
function worksForPerson(provenance: Provenance): boolean {
  return isPersonal(provenance) || provenance === 'model'
}

function riskSentence(provenance: Provenance, risk: 'external' | 'dangerous', trashes = false): string {
  const [own, others] = trashes ? riskWords.trash : riskWords[risk]
  // Nobody else wants it; it is only not certain that the person meant just this.
  if (provenance === 'sentence') return `This is how I understood you. ${own}`
  return `${nameOf(provenance)} wants to ${others}`
}

const riskWords = {
  external: [
    'It sends something out of this machine, so I ask first.',
    'send something out of this machine.',
  ],
  trash: ['You can restore it from the trash.', 'move this to the trash. You can restore it from there.'],
  dangerous: ['It may be hard to undo, so I ask first.', 'do something that may be hard to undo.'],
} as const

function nameOf(provenance: Provenance): string {
  if (provenance === 'model') return 'The assistant'
  if (provenance === 'schedule') return 'A scheduled workflow'
  if (provenance === 'automation') return 'An automation'
  if (provenance === 'plugin') return 'A plugin, or a program started by Deskhand,'
  if (provenance === 'import') return 'An imported workflow'
  return isFromOutside(provenance) ? `A message from ${senderIn(provenance)}` : 'The caller'
}

function senderIn(provenance: Provenance): string {
  const [kind, first = '', ...rest] = provenance.split(':')
  return kind === 'channel' ? `${rest.join(':')} on ${first}` : [first, ...rest].join(':')
}
