import { Type } from '../../../../../contract/type.ts'
import { bounded, numberOf, textOf } from '../../answers/act.ts'
import { defineIntent, optional } from '../../define-intent.ts'

const making =
  '(generate|create|make|build|suggest|come up with|think of|give|get|show|i need|i want|i would like) [me|us] [up]'
const good = '(new|random|strong|secure|safe|good|long|complex|unique)'
const long = '{length:number} (character|characters|chars|char|letters|digits)'
const what = `[${long}] (password|passwords|{kind=passphrase} passphrase)`
const like = `[[,] [with|of|that (is|has)|using] (${long} [long]|{words:number} words)] [(without|with no|and no|no) ({without=symbols} (symbols|special characters)|{without=digits} (digits|numbers))]`

export const intent = defineIntent({
  name: 'password_generator',
  label: 'New password',
  example: 'Make a strong password',
  slots: {
    kind: Type.Optional(Type.Literal('passphrase')),
    length: optional.number,
    words: optional.number,
    symbols: Type.Optional(Type.Literal(false)),
    digits: Type.Optional(Type.Literal(false)),
  },
  templates: [
    `${making} [a|an|another|some] [very] [${good}] [and|,] [${good}] ${what} ${like}`,
    `[a|an] [very] ${good} [and|,] [${good}] ${what} ${like}`,
    `{kind=passphrase} passphrase [with|of] {words:number} words`,
    '[open|show|start] [me] [a|the] password generator',
  ],
  examples: ['make me a {number} character password'],
  fill(captured) {
    const [length, words, without] = [
      numberOf(captured, 'length'),
      numberOf(captured, 'words'),
      textOf(captured, 'without'),
    ]
    const isPhrase = captured['kind'] !== undefined || words !== undefined
    return {
      kind: isPhrase ? ('passphrase' as const) : undefined,
      length: isPhrase ? undefined : bounded(length, 8, 128),
      words: isPhrase ? bounded(words, 3, 12) : undefined,
      symbols: without === 'symbols' ? (false as const) : undefined,
      digits: without === 'digits' ? (false as const) : undefined,
    }
  },
})
