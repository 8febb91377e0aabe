import type { Confirmation } from '../../../contract/confirmation.ts'
import { isPersonal, type Provenance } from '../../../contract/endpoint.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import type { LookedPicture, Reading } from '../../../contract/tool.ts'
import type { Approvals } from '../../tools/approvals.ts'
import type { CatalogEntry } from '../../tools/catalog-entry.ts'
import type { ToolCatalog } from '../../tools/tool-catalog.ts'
import type { ToolRunner } from '../../tools/tool-runner.ts'
import type { Asked, AnswerWriter } from '../answering.ts'
import type { KnownTypes } from '../components/known-types.ts'
import type { StepCall } from './model-step.ts'
import type { PlanPort } from './plan-workflow.ts'
import type { SkillPort } from './skills.ts'
import type { Taints } from './taint.ts'
import { resultForModel } from './untrusted.ts'

export interface SubtaskOutcome {
  readonly result: Envelope
  /** What it wanted to do that a person must be asked about, in order. */
  readonly deferred: readonly StepCall[]
}

export interface CallDeps {
  readonly catalog: Pick<ToolCatalog, 'find' | 'list' | 'unknown' | 'isAvailable' | 'setupOf'>
  readonly runner: Pick<ToolRunner, 'run' | 'judge' | 'preview' | 'readings' | 'markOutside'>
  readonly approvals: Pick<Approvals, 'requestTogether'>
  readonly known: KnownTypes
  readonly workflows: PlanPort
  readonly taints: Taints
  readonly skills: Pick<SkillPort, 'noteUse' | 'usedIn'>
  readonly asked: Asked
  readonly writer: AnswerWriter
  readonly signal: AbortSignal
  /** Characters of one result that the model gets. */
  readonly resultCharacters: number
  /** What stands around data in this conversation. */
  readonly mark: string
  /** Makes these callable from the next request on. Answers with those that had to go for want of room. */
  readonly load: (actions: readonly string[]) => Promise<readonly string[]>
  /** Shows the plan that the model keeps; a sub-task has none. */
  readonly keepPlan?: ((args: unknown) => Promise<Envelope>) | undefined
  /** Works on a part by itself; a sub-task gives none away. */
  readonly runSubtask?: ((call: StepCall) => Promise<SubtaskOutcome>) | undefined
  /** Of a sub-task: where calls go that a person must be asked about. Its caller asks. */
  readonly deferred?: StepCall[] | undefined
  /** Of a sub-task: whether it was given the tool. */
  readonly mayCall?: ((name: string) => boolean) | undefined
}

/** Where a model finds the names of all tools. */
export const ALL_NAMES = 'The catalogue in your instructions names all of them.'

/** What became of one call. */
export interface CallOutcome {
  readonly call: StepCall
  readonly result: Envelope
  /** What the model gets of it. */
  readonly forModel: unknown
  /** What it looked at. */
  readonly looked?: LookedPicture | undefined
  /** It waits for a person, as one of the calls that the question is about. */
  readonly waitsFor?: WaitsFor
  /** The call itself was wrong: no such tool, or arguments that do not fit. */
  readonly isWrong: boolean
  /** Of a sub-task: what it leaves to be asked about. */
  readonly deferred?: readonly StepCall[]
}

export type WaitsFor =
  | { readonly confirmation: Confirmation; readonly index: number }
  /** The question is about a step of the workflow, and was shown with it. */
  | { readonly workflow_id: string }

const MAX_EVENT_CHARACTERS = 256 * 1024
const wrongCodes: ReadonlySet<string> = new Set([
  'unknown_tool',
  'invalid_arguments',
  'unavailable_on_platform',
])
/** Nothing ran, so nothing was read. */
export const unrunCodes: ReadonlySet<string> = new Set([...wrongCodes, 'approval_required'])

export function outcomeOf(
  call: StepCall,
  { result, readings = [], deps }: { result: Envelope; readings?: readonly Reading[]; deps: CallDeps },
): CallOutcome {
  const code = codeOf(result)
  const isUntrusted = readings.includes('untrusted') && !isInstruction(deps.catalog.find(call.name))
  return {
    call,
    result,
    forModel: resultForModel(result, {
      source: call.name,
      isUntrusted,
      characters: deps.resultCharacters,
      mark: deps.mark,
    }),
    isWrong: wrongCodes.has(code),
  }
}

/** Whether a person has approved that a model follows what it returns. Only a tool of the service itself can say so. */
export function isInstruction(entry: CatalogEntry | undefined): boolean {
  return entry?.tool.instructs === true && entry.origin === 'built_in'
}

/** A model acts for whoever asked it, but what it wants is never what a person has decided. */
export function provenanceOf({ provenance }: Asked): Provenance {
  return isPersonal(provenance) ? 'model' : provenance
}

/** What the answer keeps of a result. */
export function forEvent(result: Envelope): Envelope {
  const size = JSON.stringify(result.data)?.length ?? 0
  if (size <= MAX_EVENT_CHARACTERS) return result
  return { ...result, data: { left_out: `${size} characters of data are not kept with the answer.` } }
}

export function codeOf({ success, data }: Envelope): string {
  return success ? '' : ((data as { error?: { code?: string } } | null)?.error?.code ?? '')
}
