import type { AnyTool } from '../../../../contract/tool.ts'
import type { ToolCatalog } from '../../../tools/tool-catalog.ts'
import { fileEndingsOf } from '../../../../platform/language/values/file-kinds.ts'
import { fillIn } from '../fill-in.ts'
import { linkResults, type EarlierStep } from '../link-results.ts'
import { withoutMisfits } from '../plan-sentence.ts'
import type { Understand } from '../understand-clause.ts'
import type { Understood } from '../understood.ts'
import type { AutomationDraft, NewStep } from './automation-draft.ts'
import { MarkedText } from './marked-text.ts'
import { readSpecialAction } from './special-actions.ts'
import { readTelling, usualMessage, type Telling } from './tell-me.ts'
import { nounsOf, type Thing } from './thing.ts'

export interface ActionContext {
  readonly draft: AutomationDraft
  readonly catalog: ToolCatalog
  readonly understand: Understand
  readonly signal: AbortSignal
  /** What the automation is called. */
  readonly name: string
  /** What is told of the event where nobody says what. */
  readonly message?: string | undefined
}

/** A step for one thing to do, or why there is none. */
export type PlannedAction =
  | {
      readonly step: NewStep
      readonly notes: readonly string[]
      /** Where files are put whose names are not known: it must be there before. */
      readonly folder?: string | undefined
      /** Required arguments that nobody gave. */
      readonly missing: readonly string[]
    }
  | { readonly reason: string }

export async function planAction(text: string, context: ActionContext): Promise<PlannedAction> {
  const { draft, catalog } = context
  const marks = new MarkedText(text)
  const telling = readTelling(marks.text, draft.thing, marks)
  if (telling) return tell(telling, context)
  const special = readSpecialAction(marks.text, draft.thing, marks)
  if (special && catalog.find(special.action))
    return { step: special, notes: special.notes ?? [], missing: [] }
  return understood(text, context)
}

/** Told is what was said, what was found, what has happened, or that all is done. */
function tell({ by, message }: Telling, context: ActionContext): PlannedAction {
  const { draft, catalog, name } = context
  const entry = catalog.find(by === 'mail' ? 'SEND_EMAIL' : 'NOTIFY_USER')
  if (!entry) return { reason: 'no known tool does it' }
  const text = message ?? foundText(entry.tool, draft) ?? happened(context)
  if (text === undefined) return { reason: "what to tell you isn't said" }
  // Told once, after everything that was done for each.
  const isOnce = draft.isLooping && draft.steps.at(-1)?.for_each !== undefined
  const args =
    by === 'mail' ? { to: ['$user_email'], subject: name, body: text } : { title: name, message: text }
  return { step: { action: entry.tool.action, args, ...(isOnce && { isOnce }) }, notes: [], missing: [] }
}

/** What a step that only looks has found is what somebody wants to hear. */
function foundText(tool: AnyTool, draft: AutomationDraft): string | undefined {
  const last = draft.earlier.at(-1)
  if (draft.isLooping || !last || last.tool.risk !== 'read') return undefined
  const call = { agent: '', action: tool.action, args: {}, missing: [] }
  const { args } = linkResults(tool, call, { clause: 'tell it', earlier: [last] })
  const text = args['message'] ?? args['body']
  return typeof text === 'string' ? text : undefined
}

function happened({ draft, message, name }: ActionContext): string | undefined {
  const last = draft.steps.at(-1)
  if (draft.ends.length > 1) return `Done: ${name}`
  if (draft.isLooping && last?.for_each) return `$${last.id}.completed files are done.`
  if (draft.isLooping) return draft.thing && usualMessage(draft.thing)
  if (last?.action === 'MOVE_FILE' && draft.thing?.type === 'file')
    return `$event.name is now in $${last.id}.path`
  const told = message ?? (draft.thing && usualMessage(draft.thing))
  return told ?? (last ? `Done: ${name}` : undefined)
}

async function understood(text: string, context: ActionContext): Promise<PlannedAction> {
  const { draft, catalog, understand, signal } = context
  const clause = plainClause(text, draft.thing)
  const call = await understand(clause, { earlier: draft.earlier, signal })
  const entry = call && catalog.find(call.action)
  if (!entry) return { reason: 'no known tool does it' }
  const { tool } = entry
  if (isReversed(tool, clause)) return { reason: 'no known tool does it' }
  if (/^(?:NOTIFY_USER|TEAMCHAT_|NATIVECHAT_)/.test(tool.action) && /\bme\b/i.test(text))
    return { reason: "what to tell you isn't said" }
  const linked = linkResults(tool, withoutMisfits(tool, call), { clause, earlier: meantBy(tool, draft) })
  const named = inFolder(linked, context)
  const filled = fillIn({ ...linked, args: named.args }, draft.steps)
  const fills = filled.doubts.slice(linked.doubts.length)
  return {
    step: {
      action: tool.action,
      args: recurring(filled.args, fills),
      needsHuman: linked.doubts.length > 0,
    },
    notes: [...linked.doubts, ...fills],
    folder: named.folder,
    missing: filled.missing,
  }
}

/** XLSX_TO_CSV is not what makes a spreadsheet of a CSV. */
function isReversed({ action }: AnyTool, clause: string): boolean {
  const made = /_TO_([A-Z]+)$/.exec(action)?.[1]?.toLowerCase()
  const wanted = /\b(?:to|into|as) (?:an? )?([\p{L}\d]+)(?: files?| format)?$/iu.exec(clause)?.[1]
  return made !== undefined && wanted !== undefined && !(fileEndingsOf(wanted) ?? [made]).includes(made)
}

/** What is deleted is the thing itself, not the copy that was made of it; only what was moved is no longer where it was. */
function meantBy(tool: AnyTool, draft: AutomationDraft): readonly EarlierStep[] {
  const last = draft.steps.at(-1)
  return tool.risk === 'dangerous' && last?.action !== 'MOVE_FILE' ? draft.original : draft.earlier
}

const FOLDER_WORDS =
  /\b(to|into|in|on|onto|inside|from) (?:my |the )?(downloads|documents|desktop|pictures|music|videos)(?: folder| directory)?\b(?!\/)/gi

/** The clause with "it" for what it calls by its kind, so that the readers of clauses know what is meant. */
function plainClause(text: string, thing: Thing | undefined): string {
  const placed = text.replaceAll(
    FOLDER_WORDS,
    (_, word: string, folder: string) =>
      `${word} ~/${folder[0]!.toUpperCase()}${folder.slice(1).toLowerCase()}`,
  )
  const nouns = thing && nounsOf(thing)
  if (!thing || nouns === undefined) return placed
  const pointed = placed.replaceAll(
    new RegExp(
      `\\b(?:the|this|that) (?:new )?(?:${nouns})\\b(?! (?:in|from|of|called|named|list|folder)\\b)`,
      'gi',
    ),
    'it',
  )
  return thing.type === 'mail' ? pointed.replaceAll(/\bit\b/gi, 'that email') : pointed
}

const INTO = /^(?:MOVE|COPY)_FILE$/

/** A file that is put into a folder keeps its name there, whether the folder is there yet or not. */
function inFolder(
  call: Understood,
  { draft }: ActionContext,
): Pick<Understood, 'args'> & { folder?: string } {
  const { action, args } = call
  const { thing } = draft
  const { path, to } = args
  if (!INTO.test(action) || thing?.type !== 'file' || typeof path !== 'string' || typeof to !== 'string')
    return { args }
  if (!path.startsWith('$') || to.startsWith('$') || /\.[\p{L}\d]{1,8}$/u.test(to)) return { args }
  if (thing.name === 'file.data') return { args, folder: to }
  return { args: { ...args, to: `${to.replace(/\/+$/, '')}/$${thing.name}.name` } }
}

/** It happens again and again: an archive that nobody named has the day in its name. */
function recurring(args: Understood['args'], fills: readonly string[]): Understood['args'] {
  const { to } = args
  if (fills.length === 0 || typeof to !== 'string' || !/^~?\/.*\.zip$/.test(to)) return args
  return { ...args, to: to.replace(/\.zip$/, '-$today.zip') }
}
