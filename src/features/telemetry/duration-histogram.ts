/** Each bucket ends 25 % above the one before: 60 of them reach from half a millisecond to five minutes. */
const GROWTH = 1.25
const FIRST_MS = 0.5
const LAST_BUCKET = 60

/** Counts durations in a few numbers, so that percentiles of millions of renders cost no more than of ten. */
export class DurationHistogram {
  readonly #counts: Map<number, number>
  #total: number

  constructor(counts: Iterable<readonly [number, number]> = []) {
    this.#counts = new Map(counts)
    this.#total = this.#counts.values().reduce((sum, count) => sum + count, 0)
  }

  static fromJson(json: string): DurationHistogram {
    const counts = Object.entries(JSON.parse(json) as Record<string, number>)
    return new DurationHistogram(counts.map(([bucket, count]) => [Number(bucket), count]))
  }

  toJson(): string {
    return JSON.stringify(Object.fromEntries(this.#counts))
  }

  add(milliseconds: number): void {
    const bucket = bucketOf(milliseconds)
    this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + 1)
    this.#total += 1
  }

  /** The duration that this share (0 to 1) stayed within; undefined while nothing was timed. */
  percentile(share: number): number | undefined {
    const wanted = Math.max(1, Math.ceil(this.#total * share))
    let passed = 0
    for (const [bucket, count] of [...this.#counts].sort(([a], [b]) => a - b)) {
      passed += count
      if (passed >= wanted) return middleOf(bucket)
    }
    return undefined
  }
}

function bucketOf(milliseconds: number): number {
  if (milliseconds <= FIRST_MS) return 0
  return Math.min(LAST_BUCKET, Math.ceil(Math.log(milliseconds / FIRST_MS) / Math.log(GROWTH)))
}

function middleOf(bucket: number): number {
  const value = bucket === 0 ? FIRST_MS / 2 : FIRST_MS * GROWTH ** (bucket - 0.5)
  return Number(value.toPrecision(3))
}
