import { AppError } from '../../contract/errors.ts'
import { refusedBy, UnreadableAnswer } from '../../platform/upstream/faults.ts'
import { fieldsOf, textOf } from '../../platform/upstream/fields.ts'
import { defineLookup, type Provider } from '../../platform/upstream/provider.ts'
import { DAY } from '../kit/durations.ts'
import type { Translated, TranslationQuestion } from './mymemory.ts'

const provider: Provider = {
  name: 'LIBRETRANSLATE',
  title: 'LibreTranslate',
  origin: 'https://libretranslate.com',
  caps: [{ calls: 80, perSeconds: 60 }],
  needs: 'LIBRETRANSLATE_URL',
  originSetting: 'LIBRETRANSLATE_URL',
}

export const LIBRETRANSLATE_MAX_BYTES = 1800

export const libreTranslation = defineLookup<TranslationQuestion, Translated>({
  name: 'libretranslate.translation',
  provider,
  keepMs: DAY,
  memoryOnly: true,
  example: { text: 'Good morning', from: 'en', to: 'de' },
  request({ text, from, to }, setting) {
    const key = setting('LIBRETRANSLATE_API_KEY')
    return {
      path: '/translate',
      json: {
        q: text,
        source: from === null ? 'auto' : shortCode(from),
        target: shortCode(to),
        format: 'text',
        ...(key !== null && { api_key: key }),
      },
    }
  },
  read(answer, { text: asked, to }) {
    const root = fieldsOf(answer.json())
    const complaint = textOf(root['error']) ?? ''
    if (/not supported/i.test(complaint))
      throw new AppError('invalid_request', `This LibreTranslate server doesn't translate to "${to}".`)
    if (answer.status === 403 || /API key/i.test(complaint))
      throw new AppError('not_configured', 'LibreTranslate needs a valid key. Set LIBRETRANSLATE_API_KEY.')
    if (answer.status !== 200) throw refusedBy(provider.title, answer.status)
    const { translatedText: text } = root
    // A trap for programs answers with a picture character instead of words.
    if (typeof text !== 'string' || (hasLetters(asked) && !hasLetters(text)))
      throw new UnreadableAnswer('no translation')
    return { text, from: textOf(fieldsOf(root['detectedLanguage'])['language']) }
  },
})

function hasLetters(text: string): boolean {
  return /\p{L}|\p{N}/u.test(text)
}

function shortCode(code: string): string {
  if (/^zh-(?:tw|hant)/i.test(code)) return 'zt'
  return code.toLowerCase().split('-')[0]!
}
