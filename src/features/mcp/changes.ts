import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server'
import type { StreamEvent } from '../../contract/endpoint.ts'
import {
  resync,
  stepUpdated,
  storeChanged,
  workflowCreated,
  workflowDeleted,
  workflowUpdated,
} from '../../contract/event-types.ts'
import type { EventBus } from '../events/event-bus.ts'
import type { ToolCatalog } from '../tools/tool-catalog.ts'
import type { SharedSkills } from './skills/shared-skills.ts'
import { storeAddress, workflowAddress } from './resources.ts'

export interface ChangeDeps {
  readonly sharedSkills: Pick<SharedSkills, 'onChange'>
  readonly catalog: Pick<ToolCatalog, 'onChange'>
  readonly events: Pick<EventBus, 'subscribe'>
}

/** A store that is written all the time must not become as many messages: each change is told once in this time. */
const PAUSE_MS = 200

const topics = [
  storeChanged.type,
  workflowCreated.type,
  workflowUpdated.type,
  workflowDeleted.type,
  stepUpdated.type,
]

/** Where a resource comes or goes, or where nobody knows what was missed. */
const listed = new Set<string>([workflowCreated.type, workflowDeleted.type, resync.type])

/** What MCP clients that listen are told: that the tools, the resources or one resource changed. */
export function changesFor({ catalog, events, sharedSkills }: ChangeDeps): ServerEventBus {
  return {
    publish: () => {
      throw new Error("Changes only come from the service's catalog and events.")
    },
    subscribe(listener) {
      const told = inPauses(listener)
      const leaveCatalog = catalog.onChange(() => told.add({ kind: 'tools_list_changed' }))
      const leaveSkills = sharedSkills.onChange(() => told.add({ kind: 'resources_list_changed' }))
      const leaveEvents = follow(events, (event) => changesOf(event).forEach(told.add))
      return () => {
        leaveCatalog()
        leaveSkills()
        leaveEvents()
        told.end()
      }
    },
  }
}

function follow(events: ChangeDeps['events'], onEvent: (event: StreamEvent) => void): () => void {
  let current = events.subscribe({ topics })
  let isOver = false
  const read = async (): Promise<void> => {
    for await (const event of current) onEvent(event)
    // Dropped for being too slow, as the `resync` that was read last has told; or the service ends.
    if (isOver || !current.lost.aborted) return
    current = events.subscribe({ topics })
    return read()
  }
  void read()
  return () => {
    isOver = true
    current.close()
  }
}

/** The list of resources says how large entries are and how workflows stand, so it changes with each of them. */
function changesOf({ type, data }: StreamEvent): ServerEvent[] {
  const { key, workflow_id } = data as { key?: string; workflow_id?: string }
  const list: ServerEvent = { kind: 'resources_list_changed' }
  if (type === storeChanged.type) return [list, { kind: 'resource_updated', uri: storeAddress(key!) }]
  const record: ServerEvent = { kind: 'resource_updated', uri: workflowAddress(workflow_id ?? '') }
  if (type === stepUpdated.type) return [record]
  if (type === workflowUpdated.type) return [list, record]
  return listed.has(type) ? [list] : []
}

function inPauses(listener: (event: ServerEvent) => void) {
  const waiting = new Map<string, ServerEvent>()
  let timer: NodeJS.Timeout | undefined
  const tell = () => {
    timer = undefined
    const events = [...waiting.values()]
    waiting.clear()
    for (const event of events) listener(event)
  }
  return {
    add: (event: ServerEvent) => {
      waiting.set(JSON.stringify(event), event)
      timer ??= setTimeout(tell, PAUSE_MS).unref()
    },
    end: () => clearTimeout(timer),
  }
}
