import { defineIntent, optional } from '../../define-intent.ts'

export const intent = defineIntent({
  name: 'breathing',
  label: 'Breathing exercise',
  example: 'Start a breathing exercise',
  effect: 'starts',
  slots: {
    inhale_s: optional.number,
    hold_s: optional.number,
    exhale_s: optional.number,
    rest_s: optional.number,
    label: optional.text,
  },
  templates: [
    '[<start>|guide me through|do] [<a>] [{phases:phases}] [box|deep|coherent|calm|calming] breathing [exercise|exercises|session|technique|pattern] [{phases:phases}]',
    '{why} <start> [<a>] breathing (exercise|session)',
    '([let us] breathe [with me|together]|calm me down|help me (relax|calm down|breathe|to breathe)|(i|we) (want|need) to (breathe|calm down|relax))',
  ],
  examples: [
    '(start|guide me through|do|show me) a breathing (exercise|session)',
    '(help me|i need to|i want to) (relax|calm down|breathe|unwind)',
    "i'm (stressed|anxious) help me breathe",
  ],
  fill({ phases }) {
    if (phases === undefined) return {}
    const [inhale_s = 4, hold_s = 0, exhale_s = 4, rest_s = 0] = phases as number[]
    return { inhale_s, hold_s, exhale_s, rest_s, label: (phases as number[]).join('-') }
  },
})
