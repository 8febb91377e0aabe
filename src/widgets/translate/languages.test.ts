import { expect, test } from 'vitest'
import { detectLanguage } from './detect-language.ts'
import { languageCode, languageName } from './language-code.ts'

test.each([
  ['de', 'de'],
  ['DE', 'de'],
  ['pt_br', 'pt-BR'],
  ['German', 'de'],
  [' brazilian portuguese ', 'pt-BR'],
  ['Chinese', 'zh'],
])('%s is the language %s', (given, code) => {
  expect(languageCode(given)).toBe(code)
})

test.each(['zz', 'klingonish', 'de; drop', '12', 'x'])('%s is no language', (given) => {
  expect(() => languageCode(given)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
})

test('a language has an English name', () => {
  expect(languageName('pt-BR')).toBe('Brazilian Portuguese')
})

test.each([
  ['Good morning, how are you?', 'en'],
  ['Guten Morgen, wie geht es dir?', 'de'],
  ['Bonjour, où est la gare ?', 'fr'],
  ['¿Dónde está la estación?', 'es'],
  ['Dov’è la stazione? Grazie, sono qui con una amica.', 'it'],
  ['Onde você está? Não sei, obrigado.', 'pt'],
  ['Waar is het station? Ik weet het niet.', 'nl'],
  ['こんにちは世界', 'ja'],
  ['你好世界', 'zh'],
  ['안녕하세요', 'ko'],
  ['Где вокзал?', 'ru'],
  ['Де вокзал? Дякую їм', 'uk'],
  ['Καλημέρα', 'el'],
  ['שלום', 'he'],
  ['مرحبا', 'ar'],
  ['Xyzzy plugh', null],
  ['12345', null],
])('%s is %s', (text, code) => {
  expect(detectLanguage(text)).toBe(code)
})
