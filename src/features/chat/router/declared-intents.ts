import { readdirSync } from 'node:fs'
import type { Intent } from './define-intent.ts'

/** Every file below `intents/` declares one: whoever adds an intent adds its file, and nothing else. */
const folder = new URL('intents/', import.meta.url)
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.test)(?<!\.d)\.[jt]s$/.test(name))
  .toSorted()

const modules = await Promise.all(
  files.map(async (name) => (await import(new URL(name, folder).href)) as { readonly intent?: Intent }),
)

export const declaredIntents: ReadonlyMap<string, Intent> = new Map(
  modules.flatMap(({ intent }) => (intent ? [[intent.name, intent] as const] : [])),
)
