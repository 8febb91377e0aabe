import { createHash } from 'node:crypto'
import type { Confirmation } from '../../../contract/confirmation.ts'
import { AppError } from '../../../contract/errors.ts'
import { actTitle } from '../../../contract/question-title.ts'
import type { Risk } from '../../../contract/tool.ts'
import type { Approvals, Decision } from '../../tools/approvals.ts'
import type { ToolCatalog } from '../../tools/tool-catalog.ts'
import type { ToolRunner } from '../../tools/tool-runner.ts'
import type { WorkflowEngine } from './engine.ts'
import { noSuchWorkflow } from './refusals.ts'
import { OpenWorkflow } from './open-workflow.ts'
import type { Rules } from './rules.ts'
import { withDefaults } from './step-arguments.ts'
import { provenanceOfSteps } from './step-provenance.ts'
import { definitionOf, findStep, readSteps, type StepRow } from './step-rows.ts'
import { resolveReferences, UnresolvedReference } from './variables.ts'
import { findWorkflow, readVariables, type WorkflowRow } from './workflow-rows.ts'
import type { Act } from '../../tools/question.ts'
import type { Notice } from './transaction.ts'
import { type Work, change } from './statement.ts'

export interface StartQuestionsDeps {
  readonly engine: WorkflowEngine
  readonly approvals: Approvals
  readonly catalog: ToolCatalog
  readonly rules: Rules
  readonly runner: Pick<ToolRunner, 'ownReason'>
}

type Args = Readonly<Record<string, unknown>>

/** A step as the question shows it. What it was decided for is what runs. */
interface ShownStep {
  readonly id: string
  readonly action: string
  readonly args: Args
  readonly provenance: string
  /** Its values are not known yet, or it wants a person by itself: it is asked about when its turn comes. */
  readonly asks_later?: true
}

interface ShownWorkflow {
  readonly name: string | null
  readonly steps: readonly ShownStep[]
  readonly more_steps?: number
  /** Of all steps and variables as they are stored: what has changed since is asked about again. */
  readonly sha256: string
}

/** More than that nobody reads; the others are asked about one by one. */
const SHOWN_STEPS = 40
const RISKS: readonly Risk[] = ['read', 'write', 'external', 'dangerous']

/**
 * Asks before an imported workflow starts: one question with everything that it would do. Who says yes to it has decided
 * about each step that it shows, with exactly the arguments that it shows.
 */
export class StartQuestions {
  readonly #deps: StartQuestionsDeps
  /** Open questions by workflow. */
  readonly #open = new Map<string, string>()

  constructor(deps: StartQuestionsDeps) {
    this.#deps = deps
  }

  /** Finds the questions of an earlier process, and takes back those that nobody needs any more. */
  async recover(): Promise<void> {
    const { approvals, engine } = this.#deps
    for (const { confirmation_id, workflow_id, step_id } of approvals.listOpen()) {
      if (workflow_id === undefined || step_id !== undefined) continue
      const row = await engine.backend.read(findWorkflow(workflow_id))
      if (row?.status === 'pending') this.#open.set(workflow_id, confirmation_id)
      else await approvals.resolve(confirmation_id, false)
    }
  }

  async ask(workflow_id: string): Promise<Confirmation> {
    const { approvals, engine, catalog, rules } = this.#deps
    const shown = await engine.backend.read(describe(workflow_id, rules))
    const risks = shown.steps.map(({ action }) => catalog.find(action)?.tool.risk ?? 'dangerous')
    const risk = RISKS[Math.max(...risks.map((one) => RISKS.indexOf(one)))]!
    const act: Act = {
      agent: 'workflows',
      action: 'START_WORKFLOW',
      args: { ...shown },
      risk,
      provenance: 'import',
      workflow_id,
    }
    const title = shown.name === null ? 'Start the imported workflow?' : `Start “${shown.name}”?`
    const confirmation = await approvals.request(act, {
      title,
      message: await messageOf(shown, this.#deps),
    })
    this.#open.set(workflow_id, confirmation.confirmation_id)
    return confirmation
  }

  /** Carries out an answer that has been taken; the sentence says what came of it. */
  async decide({ act, approved }: Decision): Promise<string> {
    const { engine, rules } = this.#deps
    const workflow_id = act.workflow_id!
    this.#open.delete(workflow_id)
    if (!approved) return 'The workflow was not started.'
    const shown = act.args as unknown as ShownWorkflow
    const isSame = await engine.transact(function* (scene) {
      const workflow = yield* OpenWorkflow.lockById(workflow_id, scene)
      if (!workflow || workflow.row.status === 'cancelled') throw noSuchWorkflow(workflow_id)
      if (workflow.row.status !== 'pending')
        throw new AppError('conflict', `The workflow is already ${workflow.row.status}.`)
      if ((yield* describe(workflow_id, rules)).sha256 !== shown.sha256) return false
      yield* allow(workflow, shown)
      yield* workflow.startOrResume('local-client')
      return true
    })
    if (isSame) return 'The workflow was started.'
    await this.ask(workflow_id)
    throw new AppError('conflict', 'The workflow has changed since. Nothing ran. Answer the new question.')
  }

  /** A workflow that was started elsewhere, or is gone, needs no answer. */
  note(notice: Notice): string | undefined {
    if (notice.about !== 'workflow.updated' && notice.about !== 'workflow.deleted') return undefined
    const confirmation_id = this.#open.get(notice.workflow_id)
    this.#open.delete(notice.workflow_id)
    return confirmation_id
  }
}

function* describe(workflow_id: string, rules: Rules): Work<ShownWorkflow> {
  const row = yield* findWorkflow(workflow_id)
  if (!row) throw noSuchWorkflow(workflow_id)
  const steps = yield* readSteps(row.number)
  const variables = yield* readVariables(row.number)
  const shown = shownSteps(row, steps, { variables, rules })
  return {
    name: row.name,
    steps: shown,
    ...(shown.length < steps.length && { more_steps: steps.length - shown.length }),
    sha256: hashOf(row, steps, variables),
  }
}

/** In their order. Where there are too many, those that can do least are left out first. */
function shownSteps(
  row: WorkflowRow,
  steps: readonly StepRow[],
  { variables, rules }: { variables: Args; rules: Rules },
): ShownStep[] {
  const riskOf = ({ action }: StepRow) => RISKS.indexOf(rules.catalog.find(action)?.tool.risk ?? 'dangerous')
  const open = steps.filter(({ status }) => status === 'pending')
  const most = open.toSorted((one, other) => riskOf(other) - riskOf(one)).slice(0, SHOWN_STEPS)
  const behind = provenanceOfSteps(row, steps)
  return most
    .toSorted((one, other) => one.key - other.key)
    .map((step) => {
      const { id, action } = step
      const known = knownArguments(step, { variables, rules })
      const args = known ?? definitionOf(step).args
      return { id, action, args, provenance: behind[id]!, ...(!known && { asks_later: true }) }
    })
}

/** What the step runs with; undefined where it takes results of others, runs several times, or asks a person anyway. */
function knownArguments(
  step: StepRow,
  { variables, rules }: { variables: Args; rules: Rules },
): Args | undefined {
  const definition = definitionOf(step)
  if (step.sources !== null || step.asks === 1 || definition.for_each || definition.repeat) return undefined
  try {
    const args = resolveReferences(definition.args, (name) =>
      Object.hasOwn(variables, name) ? { value: variables[name] } : rules.builtIn(name),
    ) as Args
    const tool = rules.catalog.find(step.action)?.tool
    return tool ? withDefaults(tool, args) : args
  } catch (error) {
    if (error instanceof UnresolvedReference) return undefined
    throw error
  }
}

function hashOf(row: WorkflowRow, steps: readonly StepRow[], variables: Args): string {
  const behind = provenanceOfSteps(row, steps)
  const exact = steps.map(({ id, agent, action, definition, sources, status }) => {
    return { id, agent, action, definition, sources, status, provenance: behind[id] }
  })
  return createHash('sha256')
    .update(JSON.stringify([exact, variables]))
    .digest('hex')
}

function* allow(workflow: OpenWorkflow, { steps }: ShownWorkflow): Work<void> {
  for (const { id, args, asks_later } of steps) {
    if (asks_later) continue
    const step = yield* findStep(workflow.row.number, id)
    yield* change(
      'UPDATE workflow_steps SET approved = 1, run_args = ?2 WHERE key = ?1',
      step!.key,
      JSON.stringify(args),
    )
  }
}

async function messageOf(
  { steps, more_steps = 0 }: ShownWorkflow,
  { catalog, runner }: Pick<StartQuestionsDeps, 'catalog' | 'runner'>,
): Promise<string> {
  const told = steps.map(async ({ action, args, asks_later }, index) => {
    const tool = catalog.find(action)?.tool
    const what = tool ? actTitle(tool, args) : action
    // A yes to the whole counts for the step, so its own reason to ask must be read here.
    const why = asks_later
      ? 'asks you again when it is up'
      : await runner.ownReason({ action, args, provenance: 'import' })
    return `${index + 1}. ${what}${why === undefined ? '' : ` (${why})`}`
  })
  const lines = await Promise.all(told)
  if (more_steps > 0) lines.push(`… and ${more_steps} more, which ask you if they need to.`)
  return ['This workflow was imported. If you start it, it will:', ...lines].join('\n')
}
