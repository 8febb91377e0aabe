import type { Bus, BusSignal } from '../../dbus/bus.ts'
import type { ObjectReference } from './object-reader.ts'

const EVENT = 'object:state-changed:focused'

/** Which object has the focus, by the word of the applications: to search for it takes a second, to be told takes none. */
export class FocusWatch {
  #focused: ObjectReference | null = null

  /** The last that got the focus; it may have lost it to a window that tells nothing of itself. */
  get last(): ObjectReference | null {
    return this.#focused
  }

  /** One that was found by a search, unless another has said something since. */
  remember(found: ObjectReference, before: ObjectReference | null): void {
    if (this.#focused === before) this.#focused = found
  }

  async start(bus: Bus): Promise<void> {
    await bus.listen(
      { interface: 'org.a11y.atspi.Event.Object', member: 'StateChanged', firstText: 'focused' },
      (signal) => this.#hear(signal),
    )
    // Applications send only what somebody has asked for. A shorter signature is accepted, and does nothing.
    await bus.call({
      destination: 'org.a11y.atspi.Registry',
      path: '/org/a11y/atspi/registry',
      interface: 'org.a11y.atspi.Registry',
      member: 'RegisterEvent',
      signature: 'sass',
      body: [EVENT, [], ''],
    })
  }

  #hear({ sender, path, body }: BusSignal): void {
    const got = body[1] === 1
    const known = this.#focused?.owner === sender && this.#focused.path === path
    if (got) this.#focused = { owner: sender, path }
    else if (known) this.#focused = null
  }
}
