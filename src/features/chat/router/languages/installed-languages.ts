import { ownModules } from '../../../../platform/files/own-code.ts'
import type { Language } from './language.ts'

/** Every folder here with a `language.ts` is a language. English needs none: intents are declared in it. */
const modules = await ownModules<{ readonly language: Language }>(
  'src/features/chat/router/languages/*/language.ts',
)

export const installedLanguages: readonly Language[] = modules.map(({ language }) => language)
