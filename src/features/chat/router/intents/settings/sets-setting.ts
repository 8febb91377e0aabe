import { AppError } from '../../../../../contract/errors.ts'
import type { ActDoors } from '../../act-doors.ts'
import type { Understood } from '../../answers/act.ts'

/** An act that sets one setting to what was said, and tells it. */
export function setsSetting<Slots>(
  name: string,
  valueOf: (slots: Slots) => string,
  told: (value: string) => string,
) {
  return async ({ slots, asked, voice }: Understood<Slots>, { updateSettings }: ActDoors): Promise<void> => {
    // What is not the user's own word does not change how the service works.
    if (asked.provenance !== 'local-client')
      return voice.say('Only you can change a setting, in the settings or here.')
    try {
      await updateSettings({ [name]: valueOf(slots) }, asked.provenance)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      voice.decline()
      return voice.add({ type: 'alert', text: error.message, tone: 'warning' })
    }
    voice.say(told(valueOf(slots)))
  }
}
