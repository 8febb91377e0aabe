import { MASK } from '../../../platform/secrets/masked-value.ts'
import { withMasks, withoutConcealable } from '../../../platform/secrets/masked-arguments.ts'
import type { Rules } from './rules.ts'
import { definitionOf, type StepRow } from './step-rows.ts'
import type { Transaction } from './transaction.ts'
import { type Work, change, first } from './statement.ts'

type Args = Readonly<Record<string, unknown>>
type Stored = Pick<StepRow, 'definition' | 'run_args'>

/** The arguments as the history has them: without what may be a secret, whatever this one is. */
export function recordedArguments({ catalog }: Pick<Rules, 'catalog'>, action: string, args: Args): Args {
  const tool = catalog.find(action)?.tool
  return tool ? withoutConcealable(tool, args) : args
}

/** The arguments with what their record left out, as the step has it. */
export function wholeArguments(step: Stored, args: Args): Args {
  const known = argumentsIn(step)
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      value === MASK && Object.hasOwn(known, name) ? known[name] : value,
    ]),
  )
}

/** A step that has ended, or will not run, no longer needs what was a secret of it. */
export function* forgetSecrets(
  transaction: Transaction,
  { key, secret = [] }: { readonly key: number; readonly secret?: readonly string[] | undefined },
): Work<void> {
  if (secret.length === 0) return
  const step = yield* first<Stored>('SELECT definition, run_args FROM workflow_steps WHERE key = ?1', key)
  if (!step) return
  const paths = secret.map((path) => ({ path }))
  const definition = definitionOf(step)
  yield* change(
    'UPDATE workflow_steps SET definition = ?2, run_args = ?3 WHERE key = ?1',
    key,
    JSON.stringify({ ...definition, args: withMasks(definition.args, paths) }),
    step.run_args === null ? null : JSON.stringify(withMasks(argumentsIn(step), paths)),
  )
  transaction.tell({ about: 'secret.forgotten' })
}

function argumentsIn(step: Stored): Args {
  return step.run_args === null ? definitionOf(step).args : (JSON.parse(step.run_args) as Args)
}
