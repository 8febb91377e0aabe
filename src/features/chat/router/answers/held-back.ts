import { intents } from '../intents.ts'
import { saying, textOf, type Act } from './act.ts'

/** Answers for what must not be done: they say why, and change nothing. */
export const heldBackActs: Readonly<Record<string, Act>> = {
  nothing({ slots, writer }) {
    const reasons: Readonly<Record<string, string>> = {
      half: "I'm not sure which part you want, so I did nothing. Say only what you want done.",
      condition:
        'I can wait for a time, but not for something to happen, so I did nothing. Try “remind me tomorrow at 8 to take an umbrella”.',
    }
    writer.say(reasons[textOf(slots, 'because') ?? ''] ?? "OK, I won't do anything.")
  },

  how_to({ slots, writer }) {
    const offer = intents[textOf(slots, 'of') ?? '']
    const example = offer ? `, for example “${offer.example}”` : ''
    const wish = textOf(slots, 'wish')
    if (wish === undefined) return writer.say(`Just say it${example}, and I'll do it.`)
    writer.say(`I haven't done anything yet. To do it, say: “${wish}”.`)
    writer.add(saying('Do it', wish, 'secondary'))
  },

  incomplete({ slots, writer }) {
    const { label, example } = intents[textOf(slots, 'meant') ?? 'help']!
    writer.decline(
      `I'm missing something for “${label}”. Say it all in one sentence, for example: “${example}”.`,
    )
  },

  repeats({ slots, writer }) {
    const often = textOf(slots, 'repetition') ?? ''
    const time = /minute|hour|second/.test(often) ? '' : ' at 8'
    writer.say(
      `You want this to repeat (“${often}”), but I can't set that up this way, so I did nothing. ` +
        `Reminders can repeat: say “remind me ${often}${time} to …”. So can work on this computer: say “every monday at 9 zip ~/Documents”.`,
    )
  },
}
