import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { choice, defaulted, flag } from '../members.ts'

export const passwordGenerator = defineComponent({
  type: 'password_generator',
  tier: 1,
  summary: 'Makes a random password or passphrase in the client; it is never sent or kept.',
  props: closed({
    kind: choice(['password', 'passphrase'], 'Letters and signs, or words'),
    length: defaulted(
      Type.Integer({ default: 20, minimum: 8, maximum: 128, description: 'Characters of a password' }),
    ),
    words: defaulted(
      Type.Integer({ default: 5, minimum: 3, maximum: 12, description: 'Words of a passphrase' }),
    ),
    uppercase: flag('With capital letters', true),
    digits: flag('With digits', true),
    symbols: flag('With other signs', true),
    avoid_ambiguous: flag('Without signs that look alike, such as l, 1 and I', true),
  }),
  example: { length: 24 },
})
