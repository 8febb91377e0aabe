import { AppError } from '../../../contract/errors.ts'
import type { ToolCatalog } from '../../tools/tool-catalog.ts'
import type { StoredDefinition } from './schemas.ts'

/** Only what is aimed at one fixed target can be allowed: otherwise strangers would choose it. */
export function assertPermittable({ steps }: StoredDefinition, step_id: string, catalog: ToolCatalog): void {
  const step = steps.find(({ id }) => id === step_id)
  if (!step) throw new AppError('not_found', `The automation has no step "${step_id}".`)
  const targets = catalog.find(step.action)?.tool.targets
  if (!targets)
    throw new AppError('conflict', `${step.action} asks every time: nobody can say beforehand what it does.`)
  const names = 'exactly' in targets ? targets.exactly : targets.paths
  const open = names.find((name) => JSON.stringify(step.args[name] ?? null).includes('$'))
  if (open !== undefined)
    throw new AppError(
      'conflict',
      `"${open}" of step "${step_id}" comes from outside. Only a step with a fixed ${open} can be allowed.`,
    )
}
