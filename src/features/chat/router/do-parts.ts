import { AppError } from '../../../contract/errors.ts'
import type { Component } from '../../../contract/component-schema.ts'
import type { Act, Understood } from './answers/act.ts'
import { isDeclined, type ActWriter } from './held-writer.ts'
import { isAct } from './wishes/is-a-wish.ts'
import type { Part } from './understanding.ts'

type ActFor = (intent: string) => Act | undefined

/** Whether every part can be done. */
export function canDoAll(parts: readonly Part[], actFor: ActFor): boolean {
  return parts.every(({ meaning }) => meaning && actFor(meaning.intent))
}

/** What several wishes are remembered as: what only showed something is nothing to undo. */
export function intentOfAll(parts: readonly Part[]): string {
  return parts.some(({ meaning }) => meaning && isAct(meaning.intent)) ? 'several.acts' : 'several.show'
}

/** Does several wishes one after the other, in one answer, and says which of them was not done. */
export function severalActs(parts: readonly Part[], actFor: ActFor): Act {
  return async (understood) => {
    const { asked, writer } = understood
    const shared = { ...understood, writer: showingOnce(writer) }
    const undone: string[] = []
    for (const { said, meaning } of parts) {
      asked.signal.throwIfAborted()
      const act = meaning && actFor(meaning.intent)
      // What two parts say are two paragraphs.
      writer.say('\n\n')
      if (!act) undone.push(`“${said}”`)
      else
        await tried(act, {
          ...shared,
          intent: meaning.intent,
          slots: meaning.slots,
          asked: { ...asked, message: said },
        })
    }
    if (undone.length > 0)
      writer.say(`I didn't understand this part, so I didn't do it: ${undone.join(', ')}.`)
  }
}

/** Thrown where a rehearsal comes to what would change something. */
export class Reached extends Error {}

/**
 * Whether each of several wishes comes as far as its first change, with nothing changed: then all of them can be done here,
 * or none is. `actFor` has the acts whose port throws `Reached`.
 */
export async function canRehearse(
  parts: readonly Part[],
  actFor: ActFor,
  understood: Understood,
): Promise<boolean> {
  for (const { said, meaning } of parts) {
    const { intent, slots } = meaning!
    try {
      await actFor(intent)!({ ...understood, intent, slots, asked: { ...understood.asked, message: said } })
    } catch (error) {
      if (isDeclined(error)) return false
      if (!(error instanceof Reached)) throw error
    }
  }
  return true
}

/** One part that fails keeps no other from being done. */
async function tried(act: Act, understood: Understood): Promise<void> {
  try {
    await act(understood)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    understood.writer.decline()
    const text = `“${understood.asked.message}”: ${error.message}`
    understood.writer.add({ type: 'alert', text: text.slice(0, 4_000), tone: 'warning' })
  }
}

/** A list that two parts change is shown once: it is the same one, and follows what is stored. */
function showingOnce(writer: ActWriter): ActWriter {
  const shown = new Set<string>()
  const add = (component: Component): void => {
    const id = component['id']
    const name = `${component.type} ${String(id)}`
    if (typeof id === 'string' && shown.has(name)) return
    shown.add(name)
    writer.add(component)
  }
  return new Proxy(writer, {
    get(target, name) {
      if (name === 'add') return add
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}
