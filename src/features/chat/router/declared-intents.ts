import { ownModules } from '../../../platform/files/own-code.ts'
import type { Intent } from './define-intent.ts'

/** Every file below `intents/` declares one: whoever adds an intent adds its file, and nothing else. */
const modules = await ownModules<{ readonly intent?: Intent }>('src/features/chat/router/intents/**/*.ts')

export const declaredIntents: ReadonlyMap<string, Intent> = new Map(
  modules.flatMap(({ intent }) => (intent ? [[intent.name, intent] as const] : [])),
)
