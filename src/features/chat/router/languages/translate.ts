import type { Sentence } from '../normalize.ts'
import { perMessage } from '../per-message.ts'
import type { When } from '../readers/reader.ts'
import { installedLanguages } from './installed-languages.ts'
import { Translator, type Joint, type Translation } from './translator.ts'

/** What a sentence says in the languages that are installed, the surest first. */
export function translations(said: Sentence, when: When): readonly Translation[] {
  return found(when, said.raw, () =>
    installed()
      .flatMap((language) => language.translate(said, when))
      .toSorted((one, other) => other.literal - one.literal),
  )
}

const found = perMessage<readonly Translation[]>()

/** The words of other languages than English that forbid something. */
export function forbiddingWords(text: string): readonly string[] {
  return installed().flatMap((language) => language.forbidding(text))
}

/** Where other languages than English have one wish end and the next one begin. */
export function jointsElsewhere(text: string): readonly Joint[] {
  return installed().flatMap((language) => language.joints(text))
}

let made: readonly Translator[] | undefined

/** Made when the first sentence wants them. */
function installed(): readonly Translator[] {
  return (made ??= installedLanguages.map((language) => new Translator(language)))
}
