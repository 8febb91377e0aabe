import { AppError } from '../../../../../contract/errors.ts'
import type { ActPort } from '../../act-port.ts'
import type { Understood } from '../../answers/act.ts'

interface Change {
  readonly values: Readonly<Record<string, unknown>>
  /** What is said once they are set. */
  readonly told: string
}

/** Sets settings for the person, and for nobody else. */
export async function setsSettings(
  { asked, writer }: Pick<Understood, 'asked' | 'writer'>,
  { updateSettings }: Pick<ActPort, 'updateSettings'>,
  { values, told }: Change,
): Promise<void> {
  // What is not the user's own word does not change how the service works.
  if (asked.provenance !== 'local-client')
    return writer.say('Only you can change a setting, in the settings or here.')
  try {
    await updateSettings(values, asked.provenance)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    writer.decline()
    return writer.add({ type: 'alert', text: error.message, tone: 'warning' })
  }
  writer.say(told)
}

/** An act that sets one setting to the value of that slot, and tells it. */
export function setsSetting<Slot extends string>(name: string, slot: Slot, told: (value: string) => string) {
  return (understood: Understood<Record<Slot, string>>, port: ActPort): Promise<void> => {
    const value = understood.slots[slot]
    return setsSettings(understood, port, { values: { [name]: value }, told: told(value) })
  }
}
