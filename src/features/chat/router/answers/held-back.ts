import { intents } from '../intents.ts'
import { saying, textOf, type Act } from './act.ts'

/** Answers for what must not be done: they say why, and change nothing. */
export const heldBackActs: Readonly<Record<string, Act>> = {
  nothing({ slots, voice }) {
    const reasons: Readonly<Record<string, string>> = {
      half: 'I did nothing, for I am not sure which part you want and which not. Say only what is to be done.',
      condition:
        'I did nothing: I cannot wait for something to happen, only for a time. Say for instance “remind me tomorrow at 8 to take an umbrella”.',
    }
    voice.say(reasons[textOf(slots, 'because') ?? ''] ?? 'All right, I do nothing.')
  },

  how_to({ slots, voice }) {
    const offer = intents[textOf(slots, 'of') ?? '']
    const example = offer ? `, for instance “${offer.example}”` : ''
    const wish = textOf(slots, 'wish')
    if (wish === undefined) return voice.say(`Just say it${example}, and I do it.`)
    voice.say(`I did nothing yet. Say it as a wish, and I do it: “${wish}”.`)
    voice.add(saying('Do it', wish, 'secondary'))
  },

  incomplete({ slots, voice }) {
    const { label, example } = intents[textOf(slots, 'meant') ?? 'help']!
    voice.decline(
      `I cannot read from that what I need for “${label}”. Say it whole, for instance: “${example}”.`,
    )
  },

  repeats({ slots, voice }) {
    const often = textOf(slots, 'repetition') ?? ''
    const time = /minute|hour|second/.test(often) ? '' : ' at 8'
    voice.say(
      `I understood that this is to be done again and again (“${often}”), but I cannot set that up this way, so I did nothing. ` +
        `What can repeat are reminders, say “remind me ${often}${time} to …”, and work on the machine, say “every monday at 9 zip ~/Documents”.`,
    )
  },
}
