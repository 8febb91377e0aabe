import { AppError } from '../../../../contract/errors.ts'
import type { ActDoors } from '../act-doors.ts'
import { textOf, type Act } from './act.ts'

type TalkDeps = Pick<ActDoors, 'userName' | 'updateSettings'>

/** Settings by a sentence. */
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
  }
}
