import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { choice, line, markdown, pictureAddress, scalar, source, webAddress } from '../members.ts'

export const profile = defineComponent({
  type: 'profile',
  tier: 0,
  summary: 'Who or what somebody or something is, with a picture, facts and source: choose it for "who is".',
  props: closed({
    name: line('Name of the person, organization or thing', 300),
    kind: choice(['person', 'organization', 'place', 'thing'], 'What it is'),
    description: Type.Optional(line('What it is known for, in a few words', 500)),
    summary: Type.Optional(markdown('Who or what it is, in some sentences')),
    image_url: Type.Optional(pictureAddress('A picture')),
    facts: Type.Optional(
      Type.Array(closed({ label: line('What the fact is', 80), value: scalar('The fact') }), {
        maxItems: 50,
        description: 'Facts in order, e.g. born, nationality, field',
      }),
    ),
    sections: Type.Optional(
      Type.Array(closed({ title: line('Title of the section'), text: markdown('Its text, as Markdown') }), {
        maxItems: 20,
        description: 'More to read, collapsed at first',
      }),
    ),
    links: Type.Optional(
      Type.Array(closed({ label: line('What it leads to'), url: webAddress('Where it leads') }), {
        maxItems: 20,
        description: 'Further reading',
      }),
    ),
    source,
  }),
  example: {
    name: 'Ada Lovelace',
    kind: 'person',
    description: 'English mathematician',
    summary: 'She wrote the first published algorithm for a general-purpose computer.',
    facts: [
      { label: 'Born', value: '10 December 1815' },
      { label: 'Field', value: 'Mathematics' },
    ],
    source: {
      name: 'Wikipedia',
      url: 'https://en.wikipedia.org/wiki/Ada_Lovelace',
      attribution: 'CC BY-SA 4.0',
    },
  },
})
