import { knownTimeZone, ownTimeZone } from '../../contract/text/time-zone.ts'
import type { Asked, Reading } from './answering.ts'
import type { StoredNames, Router, RouterContext, Understanding } from './router/understanding.ts'

/** What the router is made of, loaded when the first message wants it. */
export interface Reader {
  readonly router: Router
  /** Looks only when asked, and once for each message. */
  readonly kept: () => StoredNames
}

export interface ReadingDeps {
  readonly load: () => Promise<Reader>
  readonly now: () => Date
}

export function readingOf(asked: Asked, { load, now }: ReadingDeps): Reading {
  const understood = new Map<string, Promise<Understanding>>()
  let begun: Promise<{ router: Router; context: RouterContext }> | undefined
  const begin = () => (begun ??= load().then(({ router, kept }) => ({ router, context: from(kept()) })))
  const from = (kept: StoredNames): RouterContext => ({
    now: now(),
    timeZone: zoneOf(asked),
    signal: asked.signal,
    kept,
    ...localeOf(asked),
  })
  const understand = (sentence = asked.message) => {
    const meant =
      understood.get(sentence) ?? begin().then(({ router, context }) => router.understand(sentence, context))
    understood.set(sentence, meant)
    return meant
  }
  const certain = async () => {
    const { certainIn } = await import('./router/certain.ts')
    return certainIn(await understand(), asked.message, (await begin()).context)
  }
  return {
    context: async () => (await begin()).context,
    understand,
    certain,
    async isSurelyOther(isOwn) {
      const { isReply } = await import('./router/replies/reply-words.ts')
      return isReply(asked) || (await certain()).some((meaning) => !isOwn(meaning))
    },
  }
}

/** Of whoever asks, or of the machine for those who do not say theirs. */
function zoneOf({ context }: Asked): string {
  const said = context['time_zone']
  return (typeof said === 'string' ? knownTimeZone(said) : undefined) ?? ownTimeZone()
}

/** Most of the world writes the day first; who does not say where they are gets the day told in words. */
function localeOf({ context }: Asked): { dayFirst?: boolean; language?: string } {
  const { locale } = context
  if (typeof locale !== 'string') return {}
  try {
    const [first] = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric' })
      .formatToParts(0)
      .filter(({ type }) => type === 'day' || type === 'month')
    return { dayFirst: first?.type === 'day', language: new Intl.Locale(locale).language }
  } catch {
    return {}
  }
}
