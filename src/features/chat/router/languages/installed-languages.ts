import { readdirSync } from 'node:fs'
import type { Language } from './language.ts'

/** Every folder here with a `language.ts` is a language. English needs none: intents are declared in it. */
const folder = new URL('./', import.meta.url)
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /^[a-z-]+[/\\]language\.[jt]s$/.test(name))
  .toSorted()

const modules = await Promise.all(
  files.map(async (name) => (await import(new URL(name, folder).href)) as { readonly language: Language }),
)

export const installedLanguages: readonly Language[] = modules.map(({ language }) => language)
