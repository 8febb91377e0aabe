import type { CallDetail } from '../../contract/confirmation.ts'
import type { PreviewedChange } from '../../contract/preview.ts'
import { withMasks, type Concealed } from '../../platform/secrets/masked-arguments.ts'
import { questionTitle } from '../../contract/question-title.ts'
import { riskOfCall, type ToolCall } from '../../contract/tool.ts'
import type { Allowance, Allowances } from './allowances.ts'
import { reasonToAsk, type ApprovalMode, type Reason } from './policy.ts'
import { MAX_PREVIEW_LENGTH, previewOf, sizeOf } from './previews.ts'
import { readingsOfCall } from './readings.ts'
import { covering, permissionsFor, scopesOf, settingWith, type Permission } from './standing-permission.ts'
import type { CatalogEntry } from './catalog-entry.ts'
import type { Question } from './question.ts'
import type { ToolRequest } from './tool-request.ts'

export interface JudgeDeps {
  readonly approvalMode: () => ApprovalMode
  /** What a person allowed from now on; a bench or trial of one tool has nothing of the kind. */
  readonly allowances?: Pick<Allowances, 'for' | 'noteUse'> | undefined
  /** Everything a tool may use, but for what belongs to one call. */
  readonly context: Omit<ToolCall, 'signal' | 'provenance' | 'isApproved' | 'progress' | 'idempotencyKey'>
}

/** A call whose tool is there and whose arguments fit. */
export interface Checked {
  readonly entry: CatalogEntry
  readonly args: Record<string, unknown>
  readonly request: ToolRequest
  /** What must not be stored of the arguments. */
  readonly concealed?: readonly Concealed[]
}

export interface Verdict {
  /** What a person must be asked first. */
  readonly question?: Question
  /** The standing permissions without which a person would be asked. */
  readonly allowedBy: readonly Allowance[]
}

/** A call that only looks whether it may run. */
export function lookingCall(
  { context }: Pick<JudgeDeps, 'context'>,
  { signal, provenance }: Pick<ToolRequest, 'signal' | 'provenance'>,
): ToolCall {
  return { ...context, signal, provenance, isApproved: false, progress: () => {} }
}

/** Whether a call may run, and if not, what to ask. */
export async function judgeCall(deps: JudgeDeps, checked: Checked): Promise<Verdict> {
  const { entry, args, request } = checked
  if (request.approved === true) return { allowedBy: [] }
  const reason = await reasonFor(deps, checked, [])
  if (reason === undefined) return { allowedBy: [] }
  const { session_id } = request
  const shown = withMasks(args, checked.concealed)
  const question: Question = { title: questionTitle(entry.tool, shown), message: messageOf(reason, request) }
  if (session_id === undefined || !canBeAllowed(reason, request)) return { question, allowedBy: [] }
  const { agent, tool } = entry
  const standing = deps.allowances?.for({ agent, action: tool.action }, session_id) ?? []
  const allowedBy = await covering(standing, { tool, args, call: lookingCall(deps, request) })
  if (allowedBy.length > 0 && !(await reasonFor(deps, checked, allowedBy))) return { allowedBy }
  const allow = await offersFor(deps, checked)
  const details = allow.length > 0 ? [{ index: 0, allow }] : []
  return { question: { ...question, details, session_id }, allowedBy: [] }
}

function messageOf({ message }: Reason, { note }: ToolRequest): string {
  return note === undefined ? message : `${message} ${note}`
}

/**
 * Whether a person may allow such a call from now on. Never where what the conversation has read is the reason to ask, nor
 * where an unsafe plugin or the person's own setting asks every time.
 */
function canBeAllowed({ because }: Reason, { provenance, askBecause }: ToolRequest): boolean {
  return provenance === 'model' && askBecause === undefined && (because === 'risk' || because === 'tool')
}

async function reasonFor(
  deps: JudgeDeps,
  { entry, args, request }: Checked,
  allowances: readonly Pick<Allowance, 'kind' | 'target'>[],
): Promise<Reason | undefined> {
  const looking = lookingCall(deps, request)
  const call = { ...looking, setting: settingWith(looking.setting, allowances) }
  return reasonToAsk({
    entry,
    risk: riskOfCall(entry.tool, args),
    provenance: request.provenance,
    mode: deps.approvalMode(),
    ownReason: await entry.tool.needsApproval?.(args, call),
    askBecause: request.askBecause,
    isAllowed: allowances.length > 0 || request.isAllowed === true,
  })
}

/** What a yes can allow from now on: only what would then really spare the question. */
async function offersFor(deps: JudgeDeps, checked: Checked): Promise<NonNullable<CallDetail['allow']>> {
  const { entry, args, request } = checked
  const call = lookingCall(deps, request)
  const permissions = await permissionsFor(entry, args, call)
  if (permissions.length === 0 || (await reasonFor(deps, checked, permissions))) return []
  const readings = await readingsOfCall(entry.tool, args, { call })
  // After such a result the conversation asks before each change anyway.
  const isInVain = readings.length === 2 && riskOfCall(entry.tool, args) !== 'read'
  return scopesOf(permissions)
    .filter((scope) => scope === 'folder' || !isInVain)
    .map((scope) => ({ scope, words: wordsOf(permissions) }))
}

export function wordsOf(permissions: readonly Pick<Permission, 'words'>[]): string {
  return permissions.map(({ words }) => words).join('; ')
}

/** What calls that follow each other would change. Nothing is changed by looking. */
export async function previewCalls(
  deps: Pick<JudgeDeps, 'context'>,
  calls: readonly (Checked | undefined)[],
): Promise<(readonly PreviewedChange[])[]> {
  const folders = new Set<string>()
  const found: (readonly PreviewedChange[])[] = []
  let room = MAX_PREVIEW_LENGTH
  for (const checked of calls) {
    if (!checked) {
      found.push([])
      continue
    }
    const { entry, args, request } = checked
    const call = {
      ...lookingCall(deps, request),
      // It is the person who looks, before saying yes.
      isApproved: true,
      willBeFolder: (path: string) => folders.has(path),
    }
    const changes = await previewOf(entry.tool, { args, call, room })
    room -= sizeOf(changes)
    const { home } = deps.context
    for (const { kind, path } of changes)
      if (kind === 'new_folder') folders.add(path.replace(/^~(?=\/|$)/, home))
    found.push(changes)
  }
  return found
}
