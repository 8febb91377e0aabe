import type { Bus, BusSignal } from '../../dbus/bus.ts'
import type { ObjectReference } from './object-reader.ts'

/** Which windows came to the front, by the word of the applications: some leave theirs out when they are asked for all. */
export class WindowWatch {
  /** By owner, the one that came to the front last. */
  readonly #active = new Map<string, ObjectReference>()

  /** A dialog that a browser has from another toolkit, for one, is told of by this alone. */
  lastOf(owner: string): ObjectReference | null {
    return this.#active.get(owner) ?? null
  }

  async start(bus: Bus): Promise<void> {
    for (const [member, event] of [
      ['Activate', 'window:activate'],
      ['Destroy', 'window:destroy'],
    ] as const) {
      await bus.listen({ interface: 'org.a11y.atspi.Event.Window', member }, (signal) => this.#hear(signal))
      // Applications send only what somebody has asked for. A shorter signature is accepted, and does nothing.
      await bus.call({
        destination: 'org.a11y.atspi.Registry',
        path: '/org/a11y/atspi/registry',
        interface: 'org.a11y.atspi.Registry',
        member: 'RegisterEvent',
        signature: 'sass',
        body: [event, [], ''],
      })
    }
  }

  #hear({ sender, path, member }: BusSignal): void {
    if (sender === undefined) return
    if (member === 'Activate') this.#active.set(sender, { owner: sender, path })
    else if (this.#active.get(sender)?.path === path) this.#active.delete(sender)
  }
}
