import type { StreamEvent } from '../../contract/endpoint.ts'
import type { BusEvent } from '../../contract/event.ts'

/** An event of the bus: written as JSON once, and the same object for every reader. */
export class SharedEvent implements StreamEvent {
  readonly id: number
  readonly type: string
  readonly json: string
  readonly bytes: number
  #data: object | undefined

  constructor(event: BusEvent) {
    this.id = event.seq
    this.type = event.type
    // At once, not when it is first sent: the replay needs its size anyway, and an event tells how things are now,
    // whatever the publisher does to its object a line later.
    this.json = JSON.stringify(event)
    this.bytes = Buffer.byteLength(this.json)
  }

  /** Nearly all readers send the JSON on, so the object is not kept beside it. */
  get data(): object {
    this.#data ??= JSON.parse(this.json) as object
    return this.#data
  }
}
