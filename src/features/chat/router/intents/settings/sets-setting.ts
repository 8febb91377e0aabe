import { AppError } from '../../../../../contract/errors.ts'
import type { ActPort } from '../../act-port.ts'
import type { Understood } from '../../answers/act.ts'

/** An act that sets one setting to the value of that slot, and tells it. */
export function setsSetting<Slot extends string>(name: string, slot: Slot, told: (value: string) => string) {
  return async (
    { slots, asked, writer }: Understood<Record<Slot, string>>,
    { updateSettings }: ActPort,
  ): Promise<void> => {
    // What is not the user's own word does not change how the service works.
    if (asked.provenance !== 'local-client')
      return writer.say('Only you can change a setting, in the settings or here.')
    try {
      await updateSettings({ [name]: slots[slot] }, asked.provenance)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      writer.decline()
      return writer.add({ type: 'alert', text: error.message, tone: 'warning' })
    }
    writer.say(told(slots[slot]))
  }
}
