import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { choice, defaulted, flag } from '../members.ts'

export const passwordGenerator = defineComponent({
  type: 'password_generator',
  tier: 1,
  summary: 'Makes a random password or passphrase in the client; it is never sent or kept.',
  props: closed({
    kind: choice(['password', 'passphrase'], 'Characters, or words'),
    length: defaulted(
      Type.Integer({ default: 20, minimum: 8, maximum: 128, description: 'Length of a password' }),
    ),
    words: defaulted(
      Type.Integer({ default: 5, minimum: 3, maximum: 12, description: 'Words in a passphrase' }),
    ),
    uppercase: flag('Include capital letters', true),
    digits: flag('Include digits', true),
    symbols: flag('Include symbols', true),
    avoid_ambiguous: flag('Leave out characters that look alike, e.g. l, 1 and I', true),
  }),
  example: { length: 24 },
  gallery: {
    group: 'Make',
    title: 'Password generator',
    about: 'Random passwords and passphrases',
    icon: 'key-round',
    settings: ['kind', 'length', 'words'],
    start: {},
  },
})
