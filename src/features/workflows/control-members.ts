import { Type } from '../../contract/type.ts'
import { closed, dictionary, literals } from '../../contract/schema.ts'

const ForEach = closed(
  {
    in: Type.Union(
      [Type.String({ minLength: 1, maxLength: 2_000 }), Type.Array(Type.Unknown(), { maxItems: 10_000 })],
      {
        description: 'A list, or an expression that gives one, e.g. $find.results',
      },
    ),
    as: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z_][A-Za-z0-9_]{0,63}$',
        description: 'What the step calls an item; item by default',
      }),
    ),
    concurrency: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, description: 'Items that run in parallel; 1 by default' }),
    ),
    failures: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 10_000,
        description: 'Items that may fail before the step fails; 0 by default',
      }),
    ),
  },
  {
    description:
      'Runs the step once for each item of a list, which is frozen when the step starts. In the arguments, $item (or the ' +
      'name in `as`) is the item and $index its position. An output is then a list, with null where an item failed.',
  },
)

const Repeat = closed(
  {
    until: Type.String({
      minLength: 1,
      maxLength: 2_000,
      description: 'An expression; $result is the data of the last turn, $index its number from 0',
    }),
    most: Type.Integer({
      minimum: 1,
      maximum: 1_000,
      description: 'Turns after which it fails (repeat_exhausted)',
    }),
    every_s: Type.Optional(
      Type.Number({ minimum: 0, maximum: 86_400, description: 'Seconds between two turns; 0 by default' }),
    ),
  },
  { description: 'Runs the step again until an expression is true; the result is that of the last turn' },
)

const Undo = closed(
  {
    agent: Type.String({ minLength: 1, maxLength: 200, description: 'Plugin that owns the action' }),
    action: Type.String({ minLength: 1, maxLength: 200, description: 'Tool to run, e.g. MOVE_FILE' }),
    args: dictionary(Type.Unknown(), {
      description: 'Its arguments. They know what the step knows, and its own result by its id and outputs',
    }),
  },
  {
    description:
      'What takes the effect of the step back. When the workflow fails and nothing handles that, a workflow of its own does ' +
      'this for each completed step, the last first, asking as usual. POST /api/workflows/{workflow_id}/undo does it by hand.',
  },
)

/** When a step runs, how often, and what its failure means. */
export const controlMembers = {
  when: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2_000,
      description:
        'An expression over the same $names; the step is skipped when it is false. With for_each it is asked for each ' +
        'item if it uses the item. When all steps in depends_on were skipped by a condition, so is this one.',
    }),
  ),
  for_each: Type.Optional(ForEach),
  repeat: Type.Optional(Repeat),
  after: Type.Optional(
    literals(['success', 'failure', 'always'], {
      description:
        'Which end of depends_on it waits for; success by default. After a failure, $error has step_id, code and ' +
        'message, and a workflow whose failures were all handled completes.',
    }),
  ),
  undo: Type.Optional(Undo),
  on_error: Type.Optional(
    literals(['fail', 'continue'], {
      description: 'continue lets dependent steps run although this one failed; fail by default',
    }),
  ),
}

const names = Object.keys(controlMembers)

/** Whether a step says more than what is run, with what and after which. */
export function hasControl(step: object): boolean {
  return names.some((name) => Object.hasOwn(step, name))
}
