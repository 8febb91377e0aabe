import type { Service } from '../../../../src/components/view-kit/service.ts'
import { trialOf, valuesOf, type ModelChoice } from './model-presets.ts'

export const SAVED = 'Saved. This model writes the next answer.'

/** A model that was tried and did not answer: it is not kept. */
export class ModelRefused extends Error {}

/** Tries a model and keeps it when it answers. Rejects with the reason when it does not. */
export async function tryAndSave(service: Service, choice: ModelChoice): Promise<void> {
  const { ok, message } = await service.call('POST /api/llm/test', { body: trialOf(choice) })
  if (!ok) throw new ModelRefused(message)
  await service.call('POST /api/settings', { body: valuesOf(choice) })
}
