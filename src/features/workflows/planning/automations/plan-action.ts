import type { AnyTool } from '../../../../contract/tool.ts'
import { linkResults } from '../link-results.ts'
import type { JsonSchema } from '../parameters.ts'
import { UNSAID, type ActionContext, type PlannedAction } from './action-context.ts'
import type { AutomationDraft } from './automation-draft.ts'
import { MarkedText } from './marked-text.ts'
import { planToolCall } from './plan-tool-call.ts'
import { readSpecialAction } from './special-actions.ts'
import { readTelling, usualMessage, type Telling } from './tell-me.ts'

export async function planAction(text: string, context: ActionContext): Promise<PlannedAction> {
  const { draft, catalog } = context
  const marks = new MarkedText(text)
  const telling = readTelling(marks.text, draft.thing, marks)
  if (telling === 'unsaid') return { reason: UNSAID }
  if (telling) return tell(telling, context)
  const special = readSpecialAction(marks.text, draft.thing, marks)
  if (special && catalog.find(special.action))
    return { step: special, notes: special.notes ?? [], missing: [] }
  return planToolCall(text, context)
}

/** Told is what was said, what was found, what has happened, or that all is done. */
function tell({ by, message }: Telling, context: ActionContext): PlannedAction {
  const { draft, catalog, name } = context
  const entry = catalog.find(by === 'mail' ? 'SEND_EMAIL' : 'NOTIFY_USER')
  if (!entry) return { reason: 'no known tool does it' }
  const text = message ?? foundText(entry.tool, draft) ?? happened(context)
  if (text === undefined) return { reason: UNSAID }
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
  return typeof text === 'string' ? readable(text, last.tool) : undefined
}

/** Of a list of records, what each is called by. */
function readable(text: string, { data }: AnyTool): string {
  const list = /^\$[^.]+\.(\w+)\n$/.exec(text)?.[1]
  const { properties = {} } = data as JsonSchema
  const members = (list === undefined ? undefined : properties[list]?.items?.properties) ?? {}
  const name = ['subject', 'title', 'name', 'text'].find((one) => Object.hasOwn(members, one))
  return name === undefined ? text : `${text.trimEnd()}[*].${name}\n`
}

function happened(context: ActionContext): string | undefined {
  const { draft, message, name } = context
  const last = draft.steps.at(-1)
  if (draft.ends.length > 1) return `Done: ${name}`
  if (draft.isLooping) return happenedToEach(draft)
  const made = draft.earlier.at(-1)
  if (made?.tool.action === 'MOVE_FILE' && draft.thing?.name === 'event')
    return `$event.name is now at $${made.id}.path`
  const told = message ?? (draft.thing && usualMessage(draft.thing))
  return told ?? (last && `Done: ${name}`)
}

function happenedToEach({ steps, thing }: AutomationDraft): string | undefined {
  const last = steps.at(-1)
  return last?.for_each ? `$${last.id}.completed files are done.` : thing && usualMessage(thing)
}
