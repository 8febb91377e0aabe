import { Type, type Static } from '../../../contract/type.ts'
import { closed, dictionary, identifier, literals, nullable, timestamp } from '../../../contract/schema.ts'
import type { StepProvenance } from '../engine/step-provenance.ts'
import { PlannedStep, Steps, Variables, WorkflowStatus } from '../schemas.ts'
import { Trigger, triggerTypeNames } from '../triggers/schemas.ts'

export const MAX_TRIGGERS = 20

const Name = Type.String({ minLength: 1, maxLength: 200, description: 'Name' })

const InputSchema = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  description:
    'A JSON Schema of type object, as tools have for their parameters. The page shows it as a form; steps use the values ' +
    'as $inputs.name',
})

const Mode = literals(['queue', 'skip', 'restart', 'parallel'], {
  description:
    'What an event does while a run is going: wait for its turn, be dropped, stop the run and start over, or run beside ' +
    'it. queue by default',
})

const members = {
  name: Name,
  description: Type.Optional(Type.String({ maxLength: 2_000, description: 'What it is for' })),
  inputs: Type.Optional(InputSchema),
  secrets: Type.Optional(
    Type.Array(Type.String({ pattern: '^[A-Z][A-Z0-9_]{0,99}$' }), {
      maxItems: 20,
      uniqueItems: true,
      description: 'Stored secrets that steps use, each as a whole argument: $secret.SHOP_TOKEN',
    }),
  ),
  variables: Type.Optional(Variables),
  mode: Type.Optional(Mode),
  most: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'With parallel: runs at once; 10 by default' }),
  ),
  pins: Type.Optional(
    dictionary(Type.Unknown(), {
      description: 'Data of steps, by id, that a try takes instead of running them; runs ignore it',
    }),
  ),
}

/** An automation as a client sends it. */
export const AutomationDefinition = closed(
  {
    ...members,
    steps: Steps,
    triggers: Type.Optional(
      Type.Array(Trigger, { maxItems: MAX_TRIGGERS, description: 'What starts it; none: only you do' }),
    ),
    enabled: Type.Optional(Type.Boolean({ description: 'false keeps triggers from starting it' })),
  },
  { $id: 'AutomationDefinition', description: 'Steps that can be run again and again, and what starts them' },
)
export type AutomationDefinition = Static<typeof AutomationDefinition>

/** What is stored of a version. Whether it is switched on is not part of it. */
export type StoredDefinition = Omit<AutomationDefinition, 'enabled'> & {
  readonly recurring?: RecurringOrigin
  /** Who is behind steps, by their ids, where that is somebody else than who made the version. */
  readonly behind?: StepProvenance
}

/** What somebody said who made a schedule of it, beyond what an automation is. */
export interface RecurringOrigin {
  /** It was given no name: the automation is called by its times. */
  readonly unnamed?: true
  /** The workflow whose steps it has. */
  readonly workflow_id?: string
}

const TriggerState = Type.Object({
  id: Type.String({ description: 'Id of the trigger' }),
  type: literals(triggerTypeNames, { description: 'Its type' }),
  address: Type.Optional(Type.String({ description: 'With webhook: the secret path to POST to' })),
  checked_at: nullable(timestamp('When it was last looked at'), {
    description: 'When it was last looked at',
  }),
  next_at: nullable(timestamp('When it is looked at next'), { description: 'When it is looked at next' }),
  trouble: nullable(Type.String(), { description: "Why it can't look right now, in a sentence" }),
})

export const Run = Type.Object({
  workflow_id: identifier('The workflow'),
  status: WorkflowStatus,
  version: Type.Integer({ minimum: 1, description: 'The version that ran' }),
  created_at: timestamp('When it was started'),
  finished_at: nullable(timestamp('When it ended'), { description: 'When it ended' }),
  trigger: nullable(Type.String(), {
    description: 'Id of the trigger that started it; null if a person did',
  }),
})

/** An automation in an answer. */
export const Automation = Type.Object(
  {
    automation_id: identifier('Identifier of the automation'),
    ...members,
    steps: Type.Array(PlannedStep, { description: 'Its steps' }),
    triggers: Type.Array(Trigger, { description: 'What starts it' }),
    enabled: Type.Boolean({ description: 'false keeps triggers from starting it' }),
    version: Type.Integer({ minimum: 1, description: 'Counts its changes; also the ETag' }),
    created_at: timestamp('When it was created'),
    updated_at: timestamp('When it was last changed'),
    trigger_states: Type.Array(TriggerState, { description: 'How each trigger is doing' }),
    permissions: Type.Array(Type.String(), {
      description: 'Steps of this version that may run without asking, though strangers can start it',
    }),
    last_run: nullable(Run, { description: 'The newest run' }),
  },
  { $id: 'Automation', description: 'A saved automation' },
)

export const AutomationSummary = Type.Object(
  {
    automation_id: identifier('Identifier of the automation'),
    name: Name,
    enabled: Type.Boolean({ description: 'Whether triggers start it' }),
    version: Type.Integer({ minimum: 1, description: 'Counts its changes' }),
    step_count: Type.Integer({ minimum: 1, description: 'Number of steps' }),
    trigger_types: Type.Array(literals(triggerTypeNames), { description: 'What starts it' }),
    trigger_count: Type.Integer({ minimum: 0, description: 'Number of triggers' }),
    trouble: nullable(Type.String(), { description: "Why a trigger can't look right now" }),
    updated_at: timestamp('When it was last changed'),
    last_run: nullable(Run, { description: 'The newest run' }),
  },
  { $id: 'AutomationSummary', description: 'An automation in a list' },
)

export const AutomationVersion = Type.Object({
  version: Type.Integer({ minimum: 1, description: 'Its number' }),
  created_at: timestamp('When it was made'),
  by: Type.String({ description: 'Who made it' }),
  definition: Type.Object(
    { ...members, steps: Type.Array(PlannedStep), triggers: Type.Optional(Type.Array(Trigger)) },
    { description: 'What it was' },
  ),
})

export const TriggerEvent = Type.Object({
  number: Type.Integer({ minimum: 1, description: 'Its number' }),
  trigger_id: Type.String({ description: 'The trigger' }),
  at: timestamp('When it happened'),
  found_at: timestamp('When it was found'),
  status: literals(['held', 'queued', 'started', 'skipped', 'failed'], {
    description: 'held back to be joined with others, waiting for its turn, or what has become of it',
  }),
  reason: nullable(Type.String(), { description: 'Why it started nothing' }),
  workflow_id: nullable(identifier('The run it started'), { description: 'The run it started' }),
  data: Type.Unknown({ description: 'What steps see as $event' }),
})
