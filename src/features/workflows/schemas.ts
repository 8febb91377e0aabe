import { Type, type Static } from '../../contract/type.ts'
import { Envelope } from '../../contract/envelope.ts'
import { limits } from '../../contract/limits.ts'
import { closed, dictionary, identifier, literals, nullable, timestamp } from '../../contract/schema.ts'

const stepMembers = {
  id: Type.String({ minLength: 1, maxLength: 128, description: 'Unique within the workflow' }),
  agent: Type.String({ minLength: 1, maxLength: 200, description: 'Plugin that owns the action' }),
  action: Type.String({ minLength: 1, maxLength: 200, description: 'Tool to run, e.g. WRITE_FILE' }),
  args: dictionary(Type.Unknown(), {
    description:
      'Arguments of the tool. A string that is exactly $name or $name.path[0] takes that value with its type, inside ' +
      'longer text it is written as text, $$ is a dollar. Known names: outputs of earlier steps, step ids, the ' +
      'variables of the workflow, $user_name, $user_email, $home, $today and $now.',
  }),
  depends_on: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
    description: 'Ids of the steps that must have completed before; empty for none',
  }),
  outputs: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
      description:
        'Names that this step publishes. Each takes the member of that name in the data of the result; a single name ' +
        'that is no member takes all of data.',
    }),
  ),
  needs_human: Type.Optional(
    Type.Boolean({ description: 'Wait for a person before the step runs; false when left out' }),
  ),
  retry: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 100, description: 'Further tries after a failure; 0 when left out' }),
  ),
  timeout_s: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 86_400,
      description: `Seconds until one try is cancelled; ${limits.step_seconds.value} when left out`,
    }),
  ),
}

/** A step as a client sends it. */
export const WorkflowStep = closed(stepMembers, {
  $id: 'WorkflowStep',
  description: 'One tool call of a workflow',
})
export type WorkflowStep = Static<typeof WorkflowStep>

/** The same step in an answer, where a later version may add to it. */
export const PlannedStep = Type.Object(stepMembers, {
  $id: 'PlannedStep',
  description: 'One tool call of a workflow, as it can be sent to POST /api/workflows',
})

export const Steps = Type.Array(WorkflowStep, {
  minItems: 1,
  maxItems: limits.workflow_steps.value,
  description: 'The steps; those whose dependencies have completed run side by side',
})

export const Variables = dictionary(Type.Unknown(), {
  description: 'Values that arguments can name with a $ in front',
})

export const WorkflowName = Type.String({ minLength: 1, maxLength: 200, description: 'Name for a person' })

export const Start = Type.Boolean({ default: true, description: 'Start it at once; false leaves it pending' })

export const workflowParams = Type.Object({ workflow_id: identifier('Identifier of the workflow') })

export const WorkflowStatus = literals(
  ['pending', 'running', 'paused', 'waiting', 'completed', 'failed', 'cancelled'],
  { description: 'pending has not been started; waiting can only be moved on by a person' },
)
export type WorkflowStatus = Static<typeof WorkflowStatus>

export const StepStatus = literals(
  ['pending', 'running', 'waiting', 'completed', 'failed', 'skipped', 'cancelled'],
  { description: 'waiting needs a person; skipped follows a failed step or was skipped by a person' },
)
export type StepStatus = Static<typeof StepStatus>

const WorkflowSource = literals(['api', 'chat', 'generated', 'wizard', 'schedule', 'import', 'rerun'], {
  description: 'Where the workflow came from',
})
export type WorkflowSource = Static<typeof WorkflowSource>

const Waiting = Type.Object({
  reason: literals(['needs_human', 'approval', 'outcome_unknown'], {
    description:
      'The step asks for a person, the tool needs approval, or the service stopped while the step ran and cannot know ' +
      'whether it took effect',
  }),
  confirmation_id: nullable(identifier('Answer it with POST /api/confirm'), {
    description: 'The confirmation that stands for the same decision',
  }),
  args: dictionary(Type.Unknown(), { description: 'The arguments it would run with, every $name replaced' }),
})

const StepRecord = Type.Object(
  {
    ...stepMembers,
    status: StepStatus,
    attempts: Type.Integer({ minimum: 0, description: 'How often it was started' }),
    started_at: nullable(timestamp('Start of the last try'), { description: 'Start of the last try' }),
    finished_at: nullable(timestamp('End of the last try'), { description: 'End of the last try' }),
    message: nullable(Type.String(), { description: 'The outcome, or what it waits for, in a sentence' }),
    error: nullable(
      Type.Object({
        code: Type.String({ description: 'Stable snake_case word' }),
        message: Type.String({ description: 'What went wrong and what to do' }),
      }),
      { description: 'Why it failed' },
    ),
    waiting: Type.Optional(nullable(Waiting, { description: 'What a person has to decide' })),
  },
  { $id: 'WorkflowStepRecord', description: 'A step with what has become of it' },
)

export const Decision = literals(['approve', 'reject', 'edit', 'input', 'skip', 'retry'], {
  description:
    'approve runs the step; reject fails it; edit replaces its arguments and runs it; input publishes values in place ' +
    'of running it; skip leaves it out; retry runs a failed one again',
})
export type Decision = Static<typeof Decision>

const Intervention = Type.Object({
  at: timestamp('When it was made'),
  by: Type.String({ description: 'Who made it, e.g. local-client' }),
  step_id: Type.String({ description: 'Step that it concerned' }),
  decision: Decision,
  args: Type.Optional(dictionary(Type.Unknown(), { description: 'Arguments that replaced the old ones' })),
  input: Type.Optional(Type.Unknown({ description: 'Value that was given' })),
  outputs: Type.Optional(dictionary(Type.Unknown(), { description: 'Named values that were given' })),
  comment: Type.Optional(Type.String({ description: 'Why' })),
})

const headMembers = {
  workflow_id: identifier('Identifier of the workflow'),
  id: identifier('The same as workflow_id'),
  name: nullable(Type.String(), { description: 'Name for a person' }),
  status: WorkflowStatus,
  source: WorkflowSource,
  created_at: timestamp('When it was created'),
  started_at: nullable(timestamp('When it was first started'), { description: 'When it was first started' }),
  finished_at: nullable(timestamp('When it ended'), { description: 'When it ended' }),
  schedule_id: nullable(identifier('Schedule that started it'), { description: 'Schedule that started it' }),
}

export const WorkflowRecord = Type.Object(
  {
    ...headMembers,
    steps: Type.Array(StepRecord, { description: 'In the order in which they were given' }),
    results: dictionary(Envelope, { description: 'What each finished step returned, by step id' }),
    variables: Variables,
    interventions: Type.Array(Intervention, { description: 'What people decided, the oldest first' }),
  },
  { $id: 'Workflow', description: 'A workflow with its steps and results' },
)

export const WorkflowSummary = Type.Object(
  {
    ...headMembers,
    step_count: Type.Integer({ minimum: 0, description: 'Steps in all' }),
    completed_count: Type.Integer({
      minimum: 0,
      description: 'Steps that completed; those that were skipped are not among them',
    }),
    waiting_count: Type.Integer({ minimum: 0, description: 'Steps that wait for a person' }),
  },
  { $id: 'WorkflowSummary', description: 'A workflow in a list' },
)

const ExportedProvenance = dictionary(Type.String({ minLength: 1, maxLength: 200 }), {
  description:
    'Who is behind each step, by its id: local-client, model, schedule, plugin, import or webhook:name',
})

const exportedMembers = {
  format: Type.Literal('deskhand.workflow', { description: 'Says what the document is' }),
  version: Type.Literal(1, { description: 'Version of the format' }),
  name: nullable(Type.String({ maxLength: 200 }), { description: 'Name for a person' }),
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
      layer: Type.Integer({ minimum: 0, description: 'Longest way from a step without dependencies' }),
      duration_ms: nullable(Type.Integer({ minimum: 0 }), { description: 'How long its last try took' }),
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
    description: 'Step ids of the chain that determines how long the workflow takes',
  }),
})

export const HistoryEvent = Type.Object({
  seq: Type.Integer({ minimum: 1, description: 'Position in the history of the service' }),
  at: timestamp('When it happened'),
  type: Type.String({ description: 'What happened, e.g. workflow.created, step.started, step.decided' }),
  step_id: nullable(Type.String(), { description: 'Step that it concerns' }),
  by: Type.String({
    description: 'Who caused it: local-client, model, schedule, service, or a webhook user',
  }),
  data: dictionary(Type.Unknown(), { description: 'Particulars, e.g. the arguments; secrets are masked' }),
})
