import { text } from 'node:stream/consumers'

/**
 * Runs as a process of its own: a keyring may ask a person to unlock it, or never answer, and a call into it cannot be
 * taken back. A process can be ended. Orders come on standard input and never as arguments, which others could read.
 */

export type KeyringOrder =
  | { readonly do: 'get'; readonly account: string }
  | { readonly do: 'set'; readonly account: string; readonly value: string }
  | { readonly do: 'delete'; readonly account: string }

export interface KeyringRequest {
  readonly service: string
  readonly orders: readonly KeyringOrder[]
}

/** One result an order: the value of a `get`, else null. */
export type KeyringReply = { readonly results: readonly (string | null)[] } | { readonly error: string }

const reply = await carryOut(JSON.parse(await text(process.stdin)) as KeyringRequest)
process.stdout.write(JSON.stringify(reply))

async function carryOut({ service, orders }: KeyringRequest): Promise<KeyringReply> {
  try {
    const { Entry } = await import('@napi-rs/keyring')
    const results = orders.map((order) => {
      // Without this the library falls back to the kernel's keyring, which forgets everything when the machine restarts.
      const entry = new Entry(service, order.account, { linux: { store: 'secret-service' } })
      if (order.do === 'get') return entry.getPassword()
      if (order.do === 'set') entry.setPassword(order.value)
      else entry.deletePassword()
      return null
    })
    return { results }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
