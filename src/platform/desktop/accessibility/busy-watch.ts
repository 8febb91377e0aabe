import type { Bus, BusSignal } from '../../dbus/bus.ts'

const EVENT = 'object:state-changed:busy'
/** What says for so long that it is busy, as a page that loads for ever, is not waited for any more. */
const BELIEVED_MS = 15_000

/** Which applications are loading something, by their own word: pages say so until they are whole. */
export class BusyWatch {
  /** By owner and path, when it was said. */
  readonly #busy = new Map<string, { readonly owner: string; readonly since: number }>()

  /** The applications that have said it, and not yet that it is over. */
  get owners(): ReadonlySet<string> {
    const now = performance.now()
    const believed = [...this.#busy.values()].filter(({ since }) => now - since < BELIEVED_MS)
    return new Set(believed.map(({ owner }) => owner))
  }

  async start(bus: Bus): Promise<void> {
    await bus.listen(
      { interface: 'org.a11y.atspi.Event.Object', member: 'StateChanged', firstText: 'busy' },
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
    const key = `${sender} ${path}`
    if (body[1] !== 1) this.#busy.delete(key)
    else if (sender !== undefined) this.#busy.set(key, { owner: sender, since: performance.now() })
  }
}
