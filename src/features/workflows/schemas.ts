import { Type, type Static } from '../../contract/type.ts'
import { Envelope } from '../../contract/envelope.ts'
import { limits } from '../../contract/limits.ts'
import { closed, dictionary, identifier, literals, nullable, timestamp } from '../../contract/schema.ts'
import { controlMembers } from './control-members.ts'

const stepMembers = {
  id: Type.String({ minLength: 1, maxLength: 128, description: 'Unique within the workflow' }),
  agent: Type.String({ minLength: 1, maxLength: 200, description: 'Plugin that owns the action' }),
  action: Type.String({ minLength: 1, maxLength: 200, description: 'Tool to run, e.g. WRITE_FILE' }),
  args: dictionary(Type.Unknown(), {
    description:
      'Arguments of the tool. A string that is exactly $name or $name.path[0] takes that value with its type; inside ' +
      'longer text it becomes text; $$ is a dollar sign. Known names: outputs of earlier steps, step ids, the ' +
      "workflow's variables, $user_name, $user_email, $home, $today and $now.",
  }),
  depends_on: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
    description: 'Ids of steps that must complete first; empty for none',
  }),
  outputs: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
      description:
        "Names this step publishes. Each takes the member of that name from the result's data; a single name " +
        'that is not a member takes all of data.',
    }),
  ),
  needs_human: Type.Optional(
    Type.Boolean({ description: 'Wait for a person before the step runs; false by default' }),
  ),
  retry: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 100, description: 'Retries after a failure; 0 by default' }),
  ),
  timeout_s: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 86_400,
      description: `Seconds before a try is cancelled; ${limits.step_seconds.value} by default`,
    }),
  ),
  ...controlMembers,
}

/** A step as a client sends it. */
export const WorkflowStep = closed(stepMembers, {
  $id: 'WorkflowStep',
  description: 'A tool call in a workflow',
})
export type WorkflowStep = Static<typeof WorkflowStep>

/** The same step in an answer, where a later version may add to it. */
export const PlannedStep = Type.Object(stepMembers, {
  $id: 'PlannedStep',
  description: 'A tool call in a workflow, in the form POST /api/workflows accepts',
})

export const Steps = Type.Array(WorkflowStep, {
  minItems: 1,
  maxItems: limits.workflow_steps.value,
  description: 'The steps; those whose dependencies are complete run in parallel',
})

export const Variables = dictionary(Type.Unknown(), {
  description: 'Values that arguments can use, with a $ in front',
})

export const WorkflowName = Type.String({ minLength: 1, maxLength: 200, description: 'Name' })

export const Start = Type.Boolean({
  default: true,
  description: 'Start it immediately; false leaves it pending',
})

export const workflowParams = Type.Object({ workflow_id: identifier('Identifier of the workflow') })

export const WorkflowStatus = literals(
  ['pending', 'running', 'paused', 'waiting', 'completed', 'failed', 'cancelled'],
  { description: "pending hasn't been started; waiting needs a person to continue" },
)
export type WorkflowStatus = Static<typeof WorkflowStatus>

export const StepStatus = literals(
  ['pending', 'running', 'waiting', 'completed', 'failed', 'skipped', 'cancelled'],
  {
    description:
      "waiting needs a person; skipped follows a failed step, a false condition or a person's decision",
  },
)
export type StepStatus = Static<typeof StepStatus>

const WorkflowSource = literals(
  ['api', 'chat', 'generated', 'wizard', 'schedule', 'import', 'rerun', 'automation'],
  { description: 'Where the workflow came from' },
)
export type WorkflowSource = Static<typeof WorkflowSource>

const Waiting = Type.Object({
  reason: literals(['needs_human', 'approval', 'outcome_unknown', 'time', 'event', 'workflow'], {
    description:
      "The step asks for a person, the tool needs approval, the service stopped while the step ran and can't tell " +
      'whether it took effect, or a running step waits for the clock, an event or another workflow',
  }),
  confirmation_id: nullable(identifier('Answer it with POST /api/confirm'), {
    description: 'The confirmation for the same decision',
  }),
  args: dictionary(Type.Unknown(), { description: 'The arguments it would run with, every $name replaced' }),
  until: Type.Optional(timestamp('When the wait is over, whatever happens')),
  workflow_id: Type.Optional(identifier('With workflow: the one it waits for')),
})

const ItemCounts = Type.Object({
  total: Type.Integer({ minimum: 0, description: 'Items, or turns so far' }),
  completed: Type.Integer({ minimum: 0, description: 'Those that have completed' }),
  failed: Type.Integer({ minimum: 0, description: 'Those that have failed' }),
})

const StepRecord = Type.Object(
  {
    ...stepMembers,
    status: StepStatus,
    attempts: Type.Integer({ minimum: 0, description: 'Number of tries' }),
    started_at: nullable(timestamp('Start of the last try'), { description: 'Start of the last try' }),
    finished_at: nullable(timestamp('End of the last try'), { description: 'End of the last try' }),
    message: nullable(Type.String(), {
      description: 'The outcome, or what it is waiting for, in a sentence',
    }),
    error: nullable(
      Type.Object({
        code: Type.String({ description: 'Stable snake_case code' }),
        message: Type.String({ description: 'What went wrong and what to do' }),
      }),
      { description: 'Why it failed' },
    ),
    waiting: Type.Optional(nullable(Waiting, { description: 'What you have to decide' })),
    skipped_because: Type.Optional(
      Type.Literal('condition', {
        description: 'Its condition was false, or what it waits for did not happen; absent otherwise',
      }),
    ),
    items: Type.Optional(ItemCounts),
  },
  { $id: 'WorkflowStepRecord', description: 'A step and its result' },
)

/** One of the calls of a step that runs for each item, or one turn of one that repeats. */
export const StepItem = Type.Object(
  {
    step_id: Type.String({ description: 'What decisions and the history call it, e.g. read[7]' }),
    index: Type.Integer({ minimum: 0, description: 'Position in the list' }),
    status: StepStatus,
    args: dictionary(Type.Unknown(), { description: 'The arguments it runs with' }),
    attempts: Type.Integer({ minimum: 0, description: 'Number of tries' }),
    started_at: nullable(timestamp('Start of the last try'), { description: 'Start of the last try' }),
    finished_at: nullable(timestamp('End of the last try'), { description: 'End of the last try' }),
    message: nullable(Type.String(), { description: 'The outcome in a sentence' }),
    error: nullable(
      Type.Object({
        code: Type.String({ description: 'Stable snake_case code' }),
        message: Type.String({ description: 'What went wrong and what to do' }),
      }),
      { description: 'Why it failed' },
    ),
    data: Type.Unknown({ description: 'What it gave; null where it gave nothing' }),
    waiting: nullable(Waiting, { description: 'What you have to decide' }),
  },
  { $id: 'WorkflowStepItem', description: 'One item of a step that runs for each item of a list' },
)

export const Decision = literals(['approve', 'reject', 'edit', 'input', 'skip', 'retry'], {
  description:
    'approve runs the step; reject fails it; edit replaces its arguments and runs it; input publishes values instead ' +
    'of running it; skip leaves it out; retry runs a failed one again',
})
export type Decision = Static<typeof Decision>

const Intervention = Type.Object({
  at: timestamp('When it was made'),
  by: Type.String({ description: 'Who made it, e.g. local-client' }),
  step_id: Type.String({ description: 'The step it was about' }),
  decision: Decision,
  args: Type.Optional(dictionary(Type.Unknown(), { description: 'The new arguments' })),
  input: Type.Optional(Type.Unknown({ description: 'The given value' })),
  outputs: Type.Optional(dictionary(Type.Unknown(), { description: 'The given values by name' })),
  comment: Type.Optional(Type.String({ description: 'Why' })),
})

const headMembers = {
  workflow_id: identifier('Identifier of the workflow'),
  id: identifier('The same as workflow_id'),
  name: nullable(Type.String(), { description: 'Name' }),
  status: WorkflowStatus,
  source: WorkflowSource,
  created_at: timestamp('When it was created'),
  started_at: nullable(timestamp('When it was first started'), { description: 'When it was first started' }),
  finished_at: nullable(timestamp('When it ended'), { description: 'When it ended' }),
  schedule_id: nullable(identifier('The schedule that started it'), {
    description: 'The schedule that started it',
  }),
  automation_id: Type.Optional(identifier('The automation it is a run of; absent otherwise')),
  automation_version: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The version of the automation; absent otherwise' }),
  ),
}

export const WorkflowRecord = Type.Object(
  {
    ...headMembers,
    steps: Type.Array(StepRecord, { description: 'In the order given' }),
    results: dictionary(Envelope, { description: 'Result of each finished step, by step id' }),
    variables: Variables,
    undone_by: Type.Optional(identifier('The workflow that undoes it; absent otherwise')),
    interventions: Type.Array(Intervention, { description: "People's decisions, oldest first" }),
  },
  { $id: 'Workflow', description: 'A workflow with its steps and results' },
)

export const WorkflowSummary = Type.Object(
  {
    ...headMembers,
    step_count: Type.Integer({ minimum: 0, description: 'Total number of steps' }),
    completed_count: Type.Integer({
      minimum: 0,
      description: 'Completed steps, not counting skipped ones',
    }),
    waiting_count: Type.Integer({ minimum: 0, description: 'Steps waiting for a person' }),
  },
  { $id: 'WorkflowSummary', description: 'A workflow in a list' },
)

export const ExportedProvenance = dictionary(Type.String({ minLength: 1, maxLength: 200 }), {
  description:
    'Who is behind each step, by its id: local-client, model, schedule, plugin, import, webhook:name or channel:name',
})

const exportedMembers = {
  format: Type.Literal('deskhand.workflow', { description: 'Type of the document' }),
  version: Type.Unsafe<1 | 2>({ enum: [1, 2], description: '2 where steps have conditions or lists' }),
  name: nullable(Type.String({ maxLength: 200 }), { description: 'Name' }),
  variables: Variables,
  exported_at: timestamp('When it was exported'),
}

/** A workflow to keep or to give to another machine: what it does, without its results. */
export const ExportedWorkflow = Type.Object(
  {
    ...exportedMembers,
    steps: Type.Array(PlannedStep, { description: 'The steps, without results' }),
    provenance: ExportedProvenance,
  },
  { $id: 'ExportedWorkflow', description: 'A workflow as a document, for POST /api/workflows/import' },
)

export const ImportedWorkflow = closed({
  ...exportedMembers,
  name: Type.Optional(exportedMembers.name),
  variables: Type.Optional(Variables),
  exported_at: Type.Optional(exportedMembers.exported_at),
  steps: Steps,
  provenance: Type.Optional(ExportedProvenance),
})

export const WorkflowGraph = Type.Object({
  workflow_id: identifier('Identifier of the workflow'),
  nodes: Type.Array(
    Type.Object({
      id: Type.String({ description: 'Step id' }),
      agent: Type.String({ description: 'Plugin that owns the action' }),
      action: Type.String({ description: 'Tool' }),
      status: StepStatus,
      needs_human: Type.Boolean({ description: 'Waits for a person before it runs' }),
      layer: Type.Integer({ minimum: 0, description: 'Longest path from a step without dependencies' }),
      duration_ms: nullable(Type.Integer({ minimum: 0 }), { description: 'Duration of its last try' }),
      items: Type.Optional(ItemCounts),
    }),
    { description: 'One for each step' },
  ),
  edges: Type.Array(
    Type.Object({
      from: Type.String({ description: 'Step that comes first' }),
      to: Type.String({ description: 'Step that depends on it' }),
    }),
    { description: 'One for each dependency' },
  ),
  layers: Type.Array(Type.Array(Type.String()), {
    description: 'Step ids by layer, for drawing from left to right',
  }),
  critical_path: Type.Array(Type.String(), {
    description: 'Step ids of the chain that determines the total duration',
  }),
})

export const HistoryEvent = Type.Object({
  seq: Type.Integer({ minimum: 1, description: "Position in the service's history" }),
  at: timestamp('When it happened'),
  type: Type.String({ description: 'What happened, e.g. workflow.created, step.started, step.decided' }),
  step_id: nullable(Type.String(), { description: 'The step it concerns' }),
  by: Type.String({
    description: 'Who caused it: local-client, model, schedule, service, or a webhook user',
  }),
  data: dictionary(Type.Unknown(), { description: 'Details, e.g. the arguments; secrets are masked' }),
})
