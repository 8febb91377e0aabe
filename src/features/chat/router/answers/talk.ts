import type { Provenance } from '../../../../contract/endpoint.ts'
import { AppError } from '../../../../contract/errors.ts'
import { intents } from '../intents.ts'
import { textOf, type Act, type Understood } from './act.ts'

export interface TalkDeps {
  readonly userName: () => string | null
  readonly updateSettings: (patch: Readonly<Record<string, unknown>>, provenance: Provenance) => Promise<void>
}

const shown = [
  'live_weather',
  'live_stock',
  'currency_converter',
  'translator',
  'live_timer',
  'calculator',
  'list.add',
  'reminder.add',
  'note.add',
  'calendar_view',
  'budget.add',
  'SEARCH_FILES',
  'system.disk',
  'workflow.show',
]

/** Settings by a sentence, and what needs no widget. */
export function talkActs({ userName, updateSettings }: TalkDeps): Readonly<Record<string, Act>> {
  const set = (name: string, slot: string, told: (value: string) => string): Act => {
    return async ({ slots, voice, asked }) => {
      const value = textOf(slots, slot)
      if (value === undefined) return voice.decline('What shall it be?')
      // What is not the user's own word does not change how the service works.
      if (asked.provenance !== 'local-client')
        return voice.say('Only you can change a setting, in the settings or here.')
      try {
        await updateSettings({ [name]: value }, asked.provenance)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        voice.decline()
        return voice.add({ type: 'alert', text: error.message, tone: 'warning' })
      }
      voice.say(told(value))
    }
  }
  return {
    'setting.city': set('HOME_CITY', 'city', (city) => `Your home city is ${city} now.`),
    'setting.name': set('USER_NAME', 'name', (name) => `I will call you ${name}.`),
    'setting.currency': set('BASE_CURRENCY', 'currency', (code) => `Your currency is ${code} now.`),
    'setting.units': set('UNITS', 'units', (units) => `I use ${units} units now.`),
    'setting.name.show'({ voice }) {
      const name = userName()
      if (name === null) voice.decline('I do not know your name yet. Say "call me Ada" and I will use it.')
      else voice.say(`You are ${name}.`)
    },
    help: tellHelp,
    incomplete({ slots, voice }) {
      const { label, example } = intents[textOf(slots, 'meant') ?? 'help']!
      voice.decline(
        `I cannot read from that what I need for “${label}”. Say it whole, for instance: “${example}”.`,
      )
    },
    greeting({ voice }) {
      const name = userName()
      voice.say(`Hello${name === null ? '' : `, ${name}`}. What can I do for you?`)
    },
    thanks: ({ voice }) => voice.say('You are welcome.'),
    goodbye: ({ voice }) => voice.say('Goodbye.'),
    about: ({ voice }) =>
      voice.say(
        'I am Deskhand, a program that runs on your own machine. I show interfaces, run tools and keep what you tell me here.',
      ),
  }
}

function tellHelp({ voice }: Understood): void {
  voice.say('Say what you want in your own words. For instance:')
  voice.add({
    type: 'list',
    items: shown.map((name) => {
      const { label, example } = intents[name]!
      return { text: example, detail: label, action: { kind: 'chat', message: example } }
    }),
  })
}
