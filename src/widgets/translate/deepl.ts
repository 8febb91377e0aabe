import { AppError } from '../../contract/errors.ts'
import { refusedBy, Throttled, UnreadableAnswer } from '../../platform/upstream/faults.ts'
import { fieldsOf, listOf, textOf } from '../../platform/upstream/fields.ts'
import { defineLookup, type Provider } from '../../platform/upstream/provider.ts'
import { DAY, HOUR } from '../kit/durations.ts'
import type { Translated, TranslationQuestion } from './mymemory.ts'

const provider: Provider = {
  name: 'DEEPL',
  title: 'DeepL',
  origin: 'https://api-free.deepl.com',
  caps: [{ calls: 100, perSeconds: 60 }],
  needs: 'DEEPL_API_KEY',
}

/** The limit of a whole request is 128 KiB; escaped, a text can grow. */
export const DEEPL_MAX_BYTES = 40_000

export const deepLTranslation = defineLookup<TranslationQuestion, Translated>({
  name: 'deepl.translation',
  provider,
  keepMs: DAY,
  memoryOnly: true,
  example: { text: 'Good morning', from: 'en', to: 'de' },
  request({ text, from, to }, setting) {
    const key = setting('DEEPL_API_KEY') ?? ''
    return {
      // Keys of the free plan are told by their end, and answered at another address.
      origin: key.endsWith(':fx') ? 'https://api-free.deepl.com' : 'https://api.deepl.com',
      path: '/v2/translate',
      headers: { authorization: `DeepL-Auth-Key ${key}` },
      json: {
        text: [text],
        target_lang: targetCode(to),
        ...(from !== null && { source_lang: sourceCode(from) }),
      },
    }
  },
  read(answer, { from, to }) {
    const { status } = answer
    if (status === 403)
      throw new AppError('not_configured', 'DeepL rejected the key in DEEPL_API_KEY. Set a valid one.')
    if (status === 456) throw new Throttled('its monthly quota is used up', 24 * HOUR)
    if (status === 400) {
      const complaint = textOf(fieldsOf(answer.json())['message']) ?? ''
      if (/_lang/.test(complaint))
        throw new AppError(
          'invalid_request',
          `DeepL doesn't translate ${from === null ? 'this' : `from "${from}"`} to "${to}".`,
        )
    }
    if (status !== 200) throw refusedBy(provider.title, status)
    const translation = fieldsOf(listOf(fieldsOf(answer.json())['translations'])[0])
    const { text } = translation
    if (typeof text !== 'string') throw new UnreadableAnswer('no translation')
    return { text, from: textOf(translation['detected_source_language'])?.toLowerCase() ?? null }
  },
})

/** A target must say which English or Portuguese it is. */
function targetCode(code: string): string {
  const wanted = code.toUpperCase()
  const variants: Readonly<Record<string, string>> = {
    EN: 'EN-US',
    PT: 'PT-BR',
    NO: 'NB',
    'ZH-CN': 'ZH-HANS',
    'ZH-TW': 'ZH-HANT',
  }
  return variants[wanted] ?? (/^(?:EN|PT|ZH)-/.test(wanted) ? wanted : wanted.split('-')[0]!)
}

function sourceCode(code: string): string {
  const language = code.toUpperCase().split('-')[0]!
  return language === 'NO' ? 'NB' : language
}
