import type { LanguageModels, ModelRequest } from '../../models/language-model.ts'
import type { Asked } from '../answering.ts'

/** The models as one conversation has them: with the one that was chosen for it, each call known as its own. */
export function modelsFor({ model, session_id }: Asked, models: LanguageModels): LanguageModels {
  const ours = (request: ModelRequest): ModelRequest => ({ ...request, pick: model, session: session_id })
  return {
    choice: (purpose) => models.choice(purpose, model),
    stream: (request) => models.stream(ours(request)),
    ask: (request) => models.ask(ours(request)),
  }
}
