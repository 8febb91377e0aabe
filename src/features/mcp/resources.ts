import type * as Sdk from '@modelcontextprotocol/server'
import type { ListResourcesResult, ReadResourceResult, Resource } from '@modelcontextprotocol/server'
import type { Store } from '../store/store.ts'

interface WorkflowHead {
  readonly workflow_id: string
  readonly name: string | null
  readonly status: string
}

/** The records of workflows, as far as MCP shows them. */
export interface WorkflowShelf {
  list(page: { limit: number; cursor?: string | undefined }): Promise<{
    workflows: readonly WorkflowHead[]
    next_cursor: string | null
  }>
  /** Undefined when there is none of this name. */
  read(id: string): Promise<object | undefined>
}

export interface ResourceDeps {
  readonly store: Pick<Store, 'list' | 'read'>
  readonly workflows: WorkflowShelf
}

const PAGE = 100
const JSON_TYPE = 'application/json'
const STORE = 'deskhand://store/'
const WORKFLOWS = 'deskhand://workflows/'

export const resourceTemplates = [
  {
    uriTemplate: `${STORE}{key}`,
    name: 'store',
    title: 'Store entry',
    description: 'A value stored by a widget, a plugin or the user, by its key',
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: `${WORKFLOWS}{workflow_id}`,
    name: 'workflow',
    title: 'Workflow record',
    description: 'A workflow with its steps and results',
    mimeType: JSON_TYPE,
  },
]

/** First the entries of the store, then the workflows, the newest first. */
export async function listResources(
  { store, workflows }: ResourceDeps,
  cursor: string | undefined,
  sdk: typeof Sdk,
): Promise<ListResourcesResult> {
  const position = positionOf(cursor, sdk)
  if (position.shelf === 'store') {
    const entries = store.list({ limit: PAGE + 1, ...(position.after && { after: position.after }) })
    const shown = entries.slice(0, PAGE)
    const next: Position =
      entries.length > PAGE ? { shelf: 'store', after: shown.at(-1)!.key } : { shelf: 'workflows' }
    if (shown.length > 0) return { resources: shown.map(entryResource), nextCursor: cursorOf(next) }
  }
  const after = position.shelf === 'workflows' ? position.after : undefined
  const page = await workflows.list({ limit: PAGE, cursor: after })
  return {
    resources: page.workflows.map(workflowResource),
    ...(page.next_cursor !== null && {
      nextCursor: cursorOf({ shelf: 'workflows', after: page.next_cursor }),
    }),
  }
}

export async function readResource(
  { store, workflows }: ResourceDeps,
  uri: string,
  sdk: typeof Sdk,
): Promise<ReadResourceResult> {
  const key = nameIn(uri, STORE)
  const id = nameIn(uri, WORKFLOWS)
  const text =
    key === undefined ? id !== undefined && JSON.stringify(await workflows.read(id)) : store.read(key)?.json
  if (!text) throw new sdk.ResourceNotFoundError(uri)
  return { contents: [{ uri, mimeType: JSON_TYPE, text }] }
}

export function storeAddress(key: string): string {
  return STORE + encodeURIComponent(key)
}

export function workflowAddress(workflowId: string): string {
  return WORKFLOWS + encodeURIComponent(workflowId)
}

function entryResource({ key, bytes, updated_at }: ReturnType<Store['list']>[number]): Resource {
  return {
    uri: storeAddress(key),
    name: key,
    mimeType: JSON_TYPE,
    size: bytes,
    annotations: { lastModified: updated_at },
  }
}

function workflowResource({ workflow_id, name, status }: WorkflowHead): Resource {
  return {
    uri: workflowAddress(workflow_id),
    name: workflow_id,
    ...(name !== null && { title: name }),
    description: `A ${status} workflow`,
    mimeType: JSON_TYPE,
  }
}

function nameIn(uri: string, prefix: string): string | undefined {
  if (!uri.startsWith(prefix)) return undefined
  try {
    return decodeURIComponent(uri.slice(prefix.length)) || undefined
  } catch {
    return undefined
  }
}

interface Position {
  readonly shelf: 'store' | 'workflows'
  readonly after?: string
}

function cursorOf(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

function positionOf(cursor: string | undefined, sdk: typeof Sdk): Position {
  if (cursor === undefined) return { shelf: 'store' }
  try {
    const given = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Partial<Position> | null
    const isShelf = given?.shelf === 'store' || given?.shelf === 'workflows'
    if (isShelf && (given.after === undefined || typeof given.after === 'string')) return given as Position
  } catch {
    // Not one of ours, and answered like any other that is not.
  }
  throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, 'Invalid cursor.')
}
