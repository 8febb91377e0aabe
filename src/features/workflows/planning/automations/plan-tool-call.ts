import type { AnyTool } from '../../../../contract/tool.ts'
import { fileEndingsOf } from '../../../../platform/language/values/file-kinds.ts'
import { withoutSpans } from '../../../../platform/language/spans.ts'
import { fillIn } from '../fill-in.ts'
import { ignoredWord, leftOver, notAsSaid } from '../left-over.ts'
import { linkResults, type EarlierStep, type Linked } from '../link-results.ts'
import { withoutMisfits } from '../plan-sentence.ts'
import type { Understood } from '../understood.ts'
import { UNSAID, type ActionContext, type PlannedAction } from './action-context.ts'
import type { AutomationDraft } from './automation-draft.ts'
import { usualMessage } from './tell-me.ts'
import { argumentOf, calledBy, memberNamed, nounsOf, type Thing } from './thing.ts'

/** A step for what the phrases and parameters of the tools say, with what "it" is where they take it. */
export async function planToolCall(text: string, context: ActionContext): Promise<PlannedAction> {
  const { draft, catalog, understand, signal } = context
  const clause = plainClause(text, draft.thing)
  const call = await understand(clause, { earlier: draft.earlier, signal })
  const entry = call && catalog.find(call.action)
  if (!entry) return { reason: 'no known tool does it' }
  const { tool } = entry
  const split = leftOver(clause, call, tool)
  if (split) {
    const planned = await planToolCall(split.text, context)
    return 'reason' in planned ? planned : { ...planned, rest: split.rest }
  }
  const reason = reasonAgainst(tool, { clause, call, text })
  if (reason !== undefined) return { reason }
  const linked = linkResults(tool, withoutMisfits(tool, call), { clause, earlier: meantBy(tool, draft) })
  // Nobody can say which of them by a word: such a tool works on what another one has found.
  if (linked.missing.some((name) => /_(?:id|guid)$/.test(name)) || pointsInVain(clause, linked.args, draft))
    return { reason: 'no known tool does it' }
  if (tool.risk === 'dangerous' && !draft.knowsOriginal)
    return { reason: "what it was made of can't be named any more for each of them" }
  const named = inFolder({ ...linked, args: withNamedMember(linked.args, clause, draft.thing) }, context)
  const filled = fillIn(withSubject({ ...linked, args: named.args }, draft.thing), draft.steps)
  const fills = filled.doubts.slice(linked.doubts.length)
  const dated = recurring(filled.args, fills)
  return {
    step: {
      action: tool.action,
      args: dated.args,
      needsHuman: linked.doubts.length > 0,
    },
    notes: [...linked.doubts, ...dated.fills],
    folder: named.folder,
    missing: filled.missing,
  }
}

/** Why the tool that was found is not what was meant. */
function reasonAgainst(
  tool: AnyTool,
  { clause, call, text }: { clause: string; call: Understood; text: string },
): string | undefined {
  if (ignoredWord(clause, call, tool) !== undefined) return notAsSaid(tool)
  if (isReversed(tool, clause) || !isSaidToSend(tool, clause)) return 'no known tool does it'
  const isToPeople = /^(?:NOTIFY_USER|TEAMCHAT_|NATIVECHAT_)/.test(tool.action)
  return isToPeople && /\bme\b/i.test(text) ? UNSAID : undefined
}

/** A tool that has no use for what "it" is cannot be the one that is meant. */
function pointsInVain(clause: string, args: Understood['args'], draft: AutomationDraft): boolean {
  return (
    (draft.thing !== undefined || draft.earlier.length === 0) &&
    /\b(?:it|them)\b/i.test(withoutSpans(clause)) &&
    !JSON.stringify(args).includes('$')
  )
}

const NAMED = /\b(?:its|the|their) (\p{L}+(?: \p{L}+)?)/giu

/** "write its subject to …": not the text that is taken where nobody says what. */
function withNamedMember(
  args: Understood['args'],
  clause: string,
  thing: Thing | undefined,
): Understood['args'] {
  if (!thing) return args
  const words = [...withoutSpans(clause).matchAll(NAMED)].flatMap(([, said]) => [said!, said!.split(' ')[0]!])
  const member = words.map((said) => memberNamed(thing, said)).find((found) => found !== undefined)
  const whole = `$${thing.name}\n`
  const taken = [whole, ...['text', 'summary', 'message'].map((name) => argumentOf(thing, name))]
  const instead = member === undefined ? usualMessage(thing) : argumentOf(thing, member)
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const isTaken = member === undefined ? value === whole : taken.includes(value as string)
      return [name, isTaken && instead !== undefined ? instead : value]
    }),
  )
}

/** What is sent is called what it is called. */
function withSubject(call: Linked, thing: Thing | undefined): Linked {
  const [file] = [call.args['attachments']].flat()
  const subject =
    typeof file === 'string' && !file.startsWith('$') ? file.split('/').at(-1) : thing && calledBy(thing)
  if (call.action !== 'SEND_EMAIL' || subject === undefined || !call.missing.includes('subject')) return call
  return {
    ...call,
    args: { ...call.args, subject },
    missing: call.missing.filter((name) => name !== 'subject'),
  }
}

const SENDING =
  /^(?:send|e-?mail|mail|forward|post|reply|text|message|share|upload|dm|write|publish|answer|sms|create|open)\b/i
const BY_CHAT = /\b(?:slack|team ?chat|channels?|dm|direct message|imessage|messages?|group)\b|#/i

/** What leaves the machine does so because somebody said it, and by the way that was said. */
function isSaidToSend({ action, risk }: AnyTool, clause: string): boolean {
  if (risk !== 'external') return true
  return SENDING.test(clause) && (!/CHAT/.test(action) || BY_CHAT.test(withoutSpans(clause)))
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
function recurring(args: Understood['args'], fills: readonly string[]) {
  const { to } = args
  if (fills.length === 0 || typeof to !== 'string' || !/^~?\/.*\.zip$/.test(to)) return { args, fills }
  const dated = to.replace(/\.zip$/, '-$today.zip')
  return {
    args: { ...args, to: dated },
    fills: fills.map((fill) => fill.replace(`"${to}"`, () => `"${dated}"`)),
  }
}
