import { defineComponent, type Loads } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { defaulted, line, passage } from '../members.ts'

export const jitWidget = defineComponent({
  type: 'jit_widget',
  tier: 1,
  summary:
    'A widget of your own HTML and script in a sandbox without network: choose it only when no other type fits.',
  props: closed({
    title: line('What it is'),
    html: Type.String({
      minLength: 1,
      maxLength: 200_000,
      loads: 'script' satisfies Loads,
      description: 'Content of the body',
    }),
    css: Type.Optional(passage('Style sheet', 100_000)),
    script: Type.Optional(
      passage(
        'Script that runs after the content; it gets data and events as messages: {type, data} of window "message"',
        200_000,
      ),
    ),
    height: defaulted(
      Type.Integer({
        default: 320,
        minimum: 40,
        maximum: 2_000,
        description: 'Height in pixels; it is as wide as the card',
      }),
    ),
    data: Type.Optional(Type.Unknown({ description: 'Any JSON value, passed to it at start' })),
    topics: Type.Optional(
      Type.Array(Type.String({ pattern: '^[a-z_]+(\\.[a-z_*]+)*$', maxLength: 64 }), {
        maxItems: 20,
        description: 'Events to receive, e.g. metrics or store.*',
      }),
    ),
    alt: Type.Optional(line('What it shows, for screen readers', 1_000)),
  }),
  example: {
    title: 'CPU now',
    html: '<p id="cpu">…</p>',
    script:
      'addEventListener("message", ({ data: event }) => { if (event.type === "metrics") cpu.textContent = event.data.cpu_percent + " %" })',
    topics: ['metrics'],
    height: 80,
  },
})
