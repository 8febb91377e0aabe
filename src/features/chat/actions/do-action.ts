import { assertPerson } from '../../../contract/callers.ts'
import type { Component } from '../../../contract/component-schema.ts'
import type { Confirmation } from '../../../contract/confirmation.ts'
import { isPersonal, type Provenance } from '../../../contract/endpoint.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Chat } from '../chat.ts'
import type { RunRow } from '../runs/run-rows.ts'
import { questionBefore, questionInWords, type ActionQuestion } from './ask-first.ts'
import { fillAction, type Entered } from './fill-action.ts'

/** What is done with an action that is neither said nor opened. */
export interface ActionPort {
  tool(call: {
    readonly action: string
    readonly args: Readonly<Record<string, unknown>>
    readonly provenance: Provenance
    readonly session_id: string
    readonly signal: AbortSignal
  }): Promise<Envelope>
  /** The id of the workflow that was made or moved. */
  workflow(
    wish: Readonly<Record<string, unknown>>,
    by: { readonly provenance: Provenance; readonly session_id: string },
  ): Promise<string>
  store(change: {
    readonly key: string
    readonly operation: 'set' | 'delete'
    readonly value: unknown
  }): Promise<void>
}

export interface PressedAction {
  readonly run_id: string
  readonly component_id: string
  readonly action_path?: string | undefined
  readonly values?: Entered | undefined
  /** The person has seen what was asked before. */
  readonly approved?: boolean | undefined
}

interface Press {
  readonly chat: Chat
  readonly port: ActionPort
  readonly signal: AbortSignal
  readonly pressedBy: Provenance
}

type Members = Readonly<Record<string, unknown>>
type Kind = 'chat' | 'tool' | 'workflow' | 'store' | 'open'
type StoredAction = Members & { readonly kind: Kind }

interface Pressing {
  readonly action: StoredAction
  readonly row: RunRow
  readonly provenance: Provenance
  readonly chat: Chat
  readonly port: ActionPort
  readonly signal: AbortSignal
}

/**
 * Does what a component of an answer says, and only that: the action is the one that was sent, not one that a page claims
 * was. What a model wrote is a model's wish, though a person pressed it, for the label need not say what it does.
 */
export async function doAction(pressed: PressedAction, { chat, port, signal, pressedBy }: Press) {
  const { row, action } = actionOf(pressed, chat)
  if (needsPerson(action)) assertPerson(pressedBy)
  const presser = isPersonal(pressedBy) ? row.provenance : pressedBy
  const provenance: Provenance = row.answered_by === 'model' ? 'model' : presser
  const { session_id } = row
  const nothing: Done = {
    run_id: null,
    workflow_id: null,
    result: null,
    components: [],
    open: null,
    asks: null,
  }
  const isApproved = pressed.approved === true && isPersonal(pressedBy)
  const asks = isApproved ? undefined : questionBefore(action, { row, chat })
  if (asks) return { kind: action.kind, session_id, ...nothing, asks, components: questionInWords(asks) }
  const done = await deeds[action.kind]({ action, row, provenance, chat, port, signal })
  return { kind: action.kind, session_id, ...nothing, ...done }
}

/** The action that was sent with a component of an answer, with what was entered. */
export function actionOf(pressed: PressedAction, chat: Pick<Chat, 'answerOf'>) {
  const { row, answer } = chat.answerOf(pressed.run_id)
  return { row, action: fillAction(actionIn(answer.components, pressed), pressed.values ?? {}) }
}

/** What only changes what is there asks nobody, so that it takes a person; a tool and a new workflow ask by themselves. */
function needsPerson({ kind, operation }: StoredAction): boolean {
  return kind === 'store' || (kind === 'workflow' && operation !== 'create')
}

interface Done {
  readonly run_id: string | null
  readonly workflow_id: string | null
  readonly result: Envelope | null
  readonly components: Component[]
  readonly open: Record<string, unknown> | null
  readonly asks: ActionQuestion | null
}

const deeds: Readonly<Record<Kind, (pressing: Pressing) => Promise<Partial<Done>> | Partial<Done>>> = {
  async chat({ action, row, provenance: by, chat }) {
    const { session_id, provenance, id: from_run_id } = row
    // A model's words are told apart by where they stand; the run itself belongs to whoever the conversation does.
    const writtenBy = by === 'plugin' ? by : undefined
    const message = String(action['message'])
    const { run_id } = await chat.start({ message, session_id, provenance, writtenBy, from_run_id })
    return { run_id }
  },
  async tool({ action, row, provenance, chat, port, signal }) {
    const call = { action: String(action['tool_name']), args: (action['args'] ?? {}) as Members }
    const result = await port.tool({ ...call, provenance, session_id: row.session_id, signal })
    return { result, components: await shown(result, { chat, run_id: row.id }) }
  },
  workflow: async ({ action, row, provenance, port }) => ({
    workflow_id: await port.workflow(action, { provenance, session_id: row.session_id }),
  }),
  async store({ action, port }) {
    const operation = action['operation'] === 'delete' ? 'delete' : 'set'
    await port.store({ key: String(action['key']), operation, value: action['value'] })
    return {}
  },
  open({ action }) {
    const { kind: _kind, ...open } = action
    return { open }
  },
}

/** What to draw after a call: its message, or the question that must be answered first. */
async function shown(
  result: Envelope,
  { chat, run_id }: { chat: Chat; run_id: string },
): Promise<Component[]> {
  const { confirmation } = (result.data ?? {}) as { confirmation?: Confirmation }
  if (confirmation === undefined) return [{ type: 'text', text: result.message }]
  await chat.bindApproval(run_id, confirmation.confirmation_id)
  return [{ ...confirmation }]
}

const kinds: ReadonlySet<unknown> = new Set<Kind>(['chat', 'tool', 'workflow', 'store', 'open'])

function actionIn(
  components: readonly Component[],
  { component_id, action_path = '/action' }: PressedAction,
): StoredAction {
  const component = findById(components, component_id)
  if (!component) throw new AppError('not_found', `No component "${component_id}" in this answer.`)
  const action = action_path
    .split('/')
    .slice(1)
    .reduce<unknown>((holder, name) => memberOf(holder, name), component)
  if (isMembers(action) && kinds.has(action['kind'])) return action as StoredAction
  throw new AppError('not_found', `The component "${component_id}" has no action at "${action_path}".`)
}

function findById(value: unknown, id: string): Members | undefined {
  if (Array.isArray(value)) {
    for (const entry of value) {
      const found = findById(entry, id)
      if (found) return found
    }
    return undefined
  }
  if (!isMembers(value)) return undefined
  if (value['id'] === id && typeof value['type'] === 'string') return value
  return findById(
    Object.values(value).filter((member) => member !== null && typeof member === 'object'),
    id,
  )
}

function memberOf(holder: unknown, name: string): unknown {
  const plain = name.replaceAll('~1', '/').replaceAll('~0', '~')
  return holder !== null && typeof holder === 'object' && Object.hasOwn(holder, plain)
    ? (holder as Members)[plain]
    : undefined
}

function isMembers(value: unknown): value is Members {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
