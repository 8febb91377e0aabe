import type { Provenance } from '../../../contract/endpoint.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Static } from '../../../contract/type.ts'
import type { ToolCatalog } from '../../tools/tool-catalog.ts'
import { newId } from '../engine/create-workflow.ts'
import type { WorkflowEngine } from '../engine/engine.ts'
import { runAgainBy } from '../engine/step-provenance.ts'
import { all, type Work } from '../engine/statement.ts'
import { selectEvents, findEvent, type EventRow } from '../triggers/event-rows.ts'
import type { Triggers } from '../triggers/triggers.ts'
import { deleteTriggersOf, findTrigger, triggersOf, type TriggerRow } from '../triggers/trigger-rows.ts'
import * as rows from './automation-rows.ts'
import { definitionOfVersion } from './automation-rows.ts'
import { shownDefinition } from './behind-steps.ts'
import { circleIssue } from './call-circles.ts'
import { checkDefinition } from './check-definition.ts'
import { insertWhole, type NewAutomation } from './insert-automation.ts'
import { noSuchAutomation } from './no-such-automation.ts'
import { assertPermittable } from './permittable.ts'
import { presentAutomation, presentSummary, presentVersion, type Found } from './present-automation.ts'
import { recurringTrigger } from './recurring.ts'
import type {
  Automation,
  AutomationDefinition,
  AutomationSummary,
  AutomationVersion,
  StoredDefinition,
} from './schemas.ts'
import { startRun } from './start-run.ts'
import { documentOf, readDocument } from './transfer.ts'
import { switchAutomation, writeVersion } from './write-version.ts'
import type { ExportedAutomation, ImportedAutomation } from './transfer-endpoints.ts'

export interface AutomationsDeps {
  readonly engine: WorkflowEngine
  readonly catalog: ToolCatalog
  readonly triggers: Triggers
  readonly hasSecret: (name: string) => boolean
}

/** Saved definitions, each with all its versions. */
export class Automations {
  readonly #deps: AutomationsDeps

  constructor(deps: AutomationsDeps) {
    this.#deps = deps
  }

  async create(given: AutomationDefinition, provenance: Provenance): Promise<Static<typeof Automation>> {
    const { enabled = true, ...definition } = given
    const id = newId('aut')
    await this.#check(id, definition)
    await this.insert({ id, definition, enabled, provenance })
    return this.read(id)
  }

  /** Stores one that has been checked. */
  async insert(made: Omit<NewAutomation, 'created_at'>): Promise<void> {
    const { engine, triggers } = this.#deps
    await engine.backend.transact(({ at }) => insertWhole({ ...made, created_at: at }, at))
    await triggers.refresh()
  }

  /** Those that the clock starts, and nothing else. */
  async recurring(): Promise<Omit<Found, 'permissions'>[]> {
    const found = await this.#all()
    return found.filter(({ version }) => recurringTrigger(definitionOfVersion(version)) !== undefined)
  }

  async list(): Promise<Static<typeof AutomationSummary>[]> {
    return (await this.#all()).map(presentSummary)
  }

  async #all(): Promise<Omit<Found, 'permissions'>[]> {
    const { found, versions, triggers, runs } = await this.#deps.engine.backend.read(selectAll())
    const versionOf = new Map(versions.map((version) => [version.automation, version]))
    const newestOf = new Map(runs.map((run) => [run.automation_id, run]))
    const triggersOfOwner = Map.groupBy(triggers, ({ owner }) => owner)
    return found.map((row) => ({
      row,
      version: versionOf.get(row.id)!,
      triggers: triggersOfOwner.get(row.id) ?? [],
      newest: newestOf.get(row.id),
    }))
  }

  async read(id: string): Promise<Static<typeof Automation>> {
    return presentAutomation(await this.#deps.engine.backend.read(findWhole(id)))
  }

  /** Lets its triggers start it, or not; nothing else about it changes. */
  async switch(id: string, enabled: boolean): Promise<void> {
    await this.#deps.engine.backend.transact(({ at }) => switchAutomation(id, { enabled, at }))
    await this.#deps.triggers.refresh()
  }

  /** Makes a new version. With `ifMatch`, only of the version that the caller has seen. */
  async change(
    id: string,
    given: AutomationDefinition,
    { ifMatch, provenance }: { ifMatch: string | undefined; provenance: Provenance },
  ): Promise<Static<typeof Automation>> {
    const { enabled = true, ...definition } = given
    await this.#check(id, definition)
    await this.#deps.engine.backend.transact(({ at }) =>
      writeVersion(id, { definition, enabled, ifMatch, provenance, at }),
    )
    await this.#deps.triggers.refresh()
    return this.read(id)
  }

  async remove(id: string): Promise<void> {
    await this.#deps.engine.backend.transact(function* () {
      if (!(yield* rows.lockAutomation(id))) throw noSuchAutomation(id)
      yield* rows.deleteAutomation(id)
      yield* deleteTriggersOf(id)
    })
    await this.#deps.triggers.refresh()
  }

  async export(id: string): Promise<Static<typeof ExportedAutomation>> {
    return documentOf(await this.#deps.engine.backend.read(findWhole(id)), new Date())
  }

  async import(
    document: Static<typeof ImportedAutomation>,
    by: Provenance,
  ): Promise<Static<typeof Automation>> {
    const id = newId('aut')
    const made = readDocument(document, by)
    await this.#check(id, shownDefinition(made.definition))
    await this.insert({ id, ...made })
    return this.read(id)
  }

  async versions(id: string): Promise<Static<typeof AutomationVersion>[]> {
    const found = await this.#deps.engine.backend.read(
      (function* () {
        if (!(yield* rows.findAutomation(id))) throw noSuchAutomation(id)
        return yield* rows.selectVersions(id)
      })(),
    )
    return found.map(presentVersion)
  }

  /** An earlier version becomes the newest one, as it was. */
  async restore(id: string, version: number, provenance: Provenance): Promise<Static<typeof Automation>> {
    const { backend } = this.#deps.engine
    const old = await backend.read(rows.findVersion(id, version))
    if (!old) throw new AppError('not_found', `The automation has no version ${version}.`)
    const definition = definitionOfVersion(old)
    await this.#check(id, definition)
    const maker = runAgainBy(old.provenance, provenance)
    await backend.transact(({ at }) =>
      writeVersion(id, { definition, enabled: undefined, ifMatch: undefined, provenance: maker, at }),
    )
    await this.#deps.triggers.refresh()
    return this.read(id)
  }

  /** Starts a run by hand; the answer is the id of the workflow. */
  async run(
    id: string,
    { inputs, event }: { inputs?: Readonly<Record<string, unknown>> | undefined; event?: unknown },
    provenance: Provenance,
  ): Promise<string> {
    return this.#deps.engine.transact(function* (scene) {
      const automation = yield* rows.lockAutomation(id)
      if (!automation) throw noSuchAutomation(id)
      const version = (yield* rows.findVersion(id, automation.version))!
      const run = { trigger: null, tainted: false, depth: 0 }
      const behind = { provenance: runAgainBy(version.provenance, provenance), actor: provenance }
      const events = event === undefined ? [] : [event]
      return (yield* startRun(scene, { automation, version, ...behind, inputs, events, run }))!
    })
  }

  async events(id: string, page: { before: number; limit: number }): Promise<readonly EventRow[]> {
    return this.#deps.engine.backend.read(
      (function* () {
        if (!(yield* rows.findAutomation(id))) throw noSuchAutomation(id)
        return yield* selectEvents(id, page)
      })(),
    )
  }

  /** The same event once more, as if it had happened again. */
  async replay(id: string, number: number): Promise<void> {
    const { engine, triggers } = this.#deps
    const { event, trigger } = await engine.backend.read(
      (function* () {
        const found = yield* findEvent(id, number)
        if (!found) throw new AppError('not_found', `The automation has no event ${number}.`)
        return { event: found, trigger: yield* findTrigger({ owner: id, id: found.trigger_id }) }
      })(),
    )
    if (!trigger) throw new AppError('conflict', `The trigger "${event.trigger_id}" is gone.`)
    const data = JSON.parse(event.data ?? '{}') as Record<string, unknown>
    const at = new Date().toISOString()
    await triggers.push(trigger, { key: `${event.key}#${at}`, at, data })
  }

  async permit(id: string, step_id: string, allowed: boolean): Promise<Static<typeof Automation>> {
    const { engine, catalog } = this.#deps
    await engine.backend.transact(function* ({ at }) {
      const automation = yield* rows.lockAutomation(id)
      if (!automation) throw noSuchAutomation(id)
      const { version } = automation
      if (allowed) {
        assertPermittable(definitionOfVersion((yield* rows.findVersion(id, version))!), step_id, catalog)
        yield* rows.grantPermission({ automation: id, version, step_id }, at)
      } else yield* rows.revokePermission(id, version, step_id)
    })
    return this.read(id)
  }

  async #check(id: string, definition: StoredDefinition): Promise<void> {
    const { engine, catalog, hasSecret } = this.#deps
    checkDefinition(definition, { catalog, hasSecret })
    const versions = await engine.backend.read(rows.selectPresentVersions())
    const issue = circleIssue(id, definition, versions)
    if (issue)
      throw new AppError('invalid_request', `The automation can't run: ${issue.message}.`, {
        errors: [issue],
      })
  }
}

function* findWhole(id: string): Work<Found> {
  const row = yield* rows.findAutomation(id)
  if (!row) throw noSuchAutomation(id)
  return {
    row,
    version: (yield* rows.findVersion(id, row.version))!,
    triggers: yield* triggersOf(id),
    permissions: yield* rows.permittedSteps(id, row.version),
    newest: yield* rows.newestRun(id),
  }
}

function* selectAll() {
  return {
    found: yield* rows.selectAutomations(),
    versions: yield* rows.selectPresentVersions(),
    triggers: yield* all<TriggerRow>('SELECT * FROM triggers WHERE owner IN (SELECT id FROM automations)'),
    runs: yield* rows.newestRuns(),
  }
}
