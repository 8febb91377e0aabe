import { AppError } from '../../../../../contract/errors.ts'
import type { ActDoors } from '../../act-doors.ts'
import type { Understood } from '../../answers/act.ts'

/** Sets one setting by a sentence, and tells it. */
export async function changeSetting(
  { asked, voice }: Pick<Understood, 'asked' | 'voice'>,
  { updateSettings }: ActDoors,
  { name, value, told }: Readonly<Record<'name' | 'value' | 'told', string>>,
): Promise<void> {
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
  voice.say(told)
}
