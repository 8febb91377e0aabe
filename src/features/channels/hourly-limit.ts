const HOUR_MS = 3_600_000

export interface Count {
  readonly isOver: boolean
  readonly isFirst: boolean
}

/** How many messages each person sent in the last hour. */
export class HourlyLimit {
  readonly #now: () => Date
  readonly #times = new Map<string, number[]>()

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Counts one more. `isFirst` marks the one that is told that it is too many. */
  count(person: string, most = Infinity): Count {
    const now = this.#now().getTime()
    const recent = (this.#times.get(person) ?? []).filter((time) => time > now - HOUR_MS)
    if (recent.length > most) return { isOver: true, isFirst: false }
    recent.push(now)
    this.#times.set(person, recent)
    const isOver = recent.length > most
    return { isOver, isFirst: isOver }
  }
}
