import { AppError } from '../../contract/errors.ts'
import { ConnectionTaints } from '../../features/mcp/connection-taints.ts'
import type { AutomationShelf } from '../../features/mcp/prompts.ts'
import type { WorkflowShelf } from '../../features/mcp/resources.ts'
import type { ToolServerDeps } from '../../features/mcp/tool-server.ts'
import { readRecord, summaryOfRow } from '../../features/workflows/engine/records.ts'
import { findWorkflow, selectWorkflows } from '../../features/workflows/engine/workflow-rows.ts'
import type { Workflows } from '../../features/workflows/workflows.ts'
import type { Infrastructure } from '../lifecycle/infrastructure.ts'
import { version } from '../version.ts'
import { createApps } from './answer-app-part.ts'
import type { Features } from './features.ts'
import type { Services } from './services.ts'
import { sharedSkills, skillPrompts } from './skills-part.ts'

/** What clients of MCP may list, call and read: the same parts that answer over HTTP. */
export function mcpTools(
  infrastructure: Infrastructure,
  services: Services,
  features: Features,
): ToolServerDeps {
  const { bus: events } = infrastructure
  const { catalog, runner, approvals, store, workflows } = services
  const taints = new ConnectionTaints()
  return {
    apps: createApps(infrastructure, services, { features, taints }),
    catalog,
    runner,
    approvals,
    taints,
    store,
    workflows: shelfOf(workflows),
    automations: automationShelf(workflows),
    skills: skillPrompts(services.skills),
    sharedSkills: sharedSkills(services.skills),
    events,
    version,
  }
}

function shelfOf({ engine }: Workflows): WorkflowShelf {
  return {
    async list({ limit, cursor }) {
      const before = cursor === undefined ? undefined : Number(cursor) || 0
      const rows = await engine.backend.read(selectWorkflows({ before, limit: limit + 1 }))
      const shown = rows.slice(0, limit)
      const next_cursor = rows.length > limit ? String(shown.at(-1)!.number) : null
      return { workflows: shown.map(summaryOfRow), next_cursor }
    },
    read: (id) => engine.backend.read(recordNamed(id)),
  }
}

function* recordNamed(id: string) {
  const row = yield* findWorkflow(id)
  return row && (yield* readRecord(row))
}

/** More than anybody can choose from in a list of prompts. */
const MAX_AUTOMATIONS = 100

function automationShelf({ automations }: Workflows): AutomationShelf {
  return {
    async list() {
      const listed = (await automations.list()).slice(0, MAX_AUTOMATIONS)
      // One that is deleted in between is left out.
      const read = ({ automation_id }: (typeof listed)[number]) =>
        automations.read(automation_id).catch((error: unknown) => {
          if (error instanceof AppError) return []
          throw error
        })
      return (await Promise.all(listed.map(read))).flat()
    },
  }
}
