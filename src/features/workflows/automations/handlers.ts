import { AppError } from '../../../contract/errors.ts'
import { Reply, type Handlers } from '../../../contract/endpoint.ts'
import type { Static } from '../../../contract/type.ts'
import { noSuchWorkflow } from '../engine/refusals.ts'
import { readRecord } from '../engine/records.ts'
import { findWorkflow } from '../engine/workflow-rows.ts'
import type { EventRow } from '../triggers/event-rows.ts'
import type { Workflows } from '../workflows.ts'
import type { automationsContract } from './contract.ts'
import type { Automation, TriggerEvent } from './schemas.ts'
import type { secretEndpoints } from './secret-endpoints.ts'
import type { AutomationSecrets } from './secrets.ts'
import { automationTemplates } from './templates/templates.ts'

export function automationsHandlers(workflows: Workflows): Handlers<typeof automationsContract> {
  const { automations, secrets, webhooks, tries } = workflows
  const record = (id: string) =>
    workflows.engine.backend.read(
      (function* () {
        const row = yield* findWorkflow(id)
        if (!row) throw noSuchWorkflow(id)
        return yield* readRecord(row)
      })(),
    )
  return {
    list: async () => ({ automations: await automations.list() }),
    templates: () => ({ templates: [...automationTemplates] }),
    create: async ({ body }, { provenance }) => tagged(await automations.create(body, provenance)),
    read: async ({ params }) => tagged(await automations.read(params.automation_id)),

    change: async ({ params, body }, { header, provenance }) =>
      tagged(
        await automations.change(params.automation_id, body, { ifMatch: header('if-match'), provenance }),
      ),

    async remove({ params }) {
      await automations.remove(params.automation_id)
      return { automation_id: params.automation_id, deleted: true as const }
    },

    versions: async ({ params }) => ({ versions: await automations.versions(params.automation_id) }),
    restore: async ({ params }, { provenance }) =>
      tagged(await automations.restore(params.automation_id, params.version, provenance)),

    run: async ({ params, body }, { provenance }) =>
      record(await automations.run(params.automation_id, body, provenance)),
    try: async ({ params, body }, { provenance }) =>
      record(await tries.start(params.automation_id, body, provenance)),

    async events({ params, query }) {
      const { limit = 50, cursor } = query
      const page = { before: cursorOf(cursor), limit: limit + 1 }
      const found = await automations.events(params.automation_id, page)
      const shown = found.slice(0, limit)
      const next_cursor = found.length > limit ? String(shown.at(-1)!.number) : null
      return { events: shown.map(presentEvent), next_cursor }
    },

    async replay({ params }) {
      await automations.replay(params.automation_id, params.number)
      return { replayed: true as const }
    },

    permit: async ({ params, body }) =>
      tagged(await automations.permit(params.automation_id, body.step_id, body.allowed ?? true)),

    export: ({ params }) => automations.export(params.automation_id),
    import: async ({ body }, { provenance }) => tagged(await automations.import(body, provenance)),

    ...secretHandlers(secrets),

    receive: ({ params, body }, { header }) => webhooks.receive(params.token, body, header),
  }
}

function secretHandlers(secrets: AutomationSecrets): Handlers<typeof secretEndpoints> {
  return {
    listSecrets: () => ({ secrets: secrets.list() }),
    async setSecret({ params, body }) {
      await secrets.set(params.name, body.value)
      return { name: params.name, stored: true as const }
    },
    removeSecret: async ({ params }) => ({
      name: params.name,
      deleted: await secrets.remove(params.name),
    }),
  }
}

function tagged(automation: Static<typeof Automation>): Reply<Static<typeof Automation>> {
  return new Reply(automation, { headers: { etag: `"${automation.version}"` } })
}

function presentEvent({ number, trigger_id, at, found_at, status, reason, workflow_id, data }: EventRow) {
  const event: Static<typeof TriggerEvent> = {
    number,
    trigger_id,
    at,
    found_at,
    status,
    reason,
    workflow_id,
    data: JSON.parse(data ?? 'null') as unknown,
  }
  return event
}

function cursorOf(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor)
  throw new AppError('invalid_request', 'Invalid cursor. Use next_cursor from the previous answer.')
}
