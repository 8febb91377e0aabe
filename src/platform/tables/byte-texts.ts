/** Texts that are longer or more numerous than this are rarely met again, and not worth a place. */
const [longest, maxTexts] = [64, 16_384]
const slotCount = 4 * maxTexts

/** Remembers the number of texts by their bytes: most cells of a table have been there before. */
export class ByteTexts {
  readonly #slots = new Int32Array(slotCount)
  readonly #bytes = new Uint8Array(maxTexts * longest)
  readonly #lengths = new Uint8Array(maxTexts)
  readonly #numbers = new Uint32Array(maxTexts)
  #count = 0

  /** The number that these bytes have; -1 when they are new. */
  find(bytes: Uint8Array, start: number, end: number): number {
    if (end - start > longest) return -1
    let slot = hashOf(bytes, start, end) & (slotCount - 1)
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & (slotCount - 1)) {
      const entry = this.#slots[slot]! - 1
      if (this.#isSame(entry, bytes, { start, end })) return this.#numbers[entry]!
    }
    return -1
  }

  remember(bytes: Uint8Array, number: number): void {
    if (bytes.length > longest || this.#count === maxTexts) return
    let slot = hashOf(bytes, 0, bytes.length) & (slotCount - 1)
    while (this.#slots[slot] !== 0) slot = (slot + 1) & (slotCount - 1)
    const entry = this.#count++
    this.#slots[slot] = entry + 1
    this.#bytes.set(bytes, entry * longest)
    this.#lengths[entry] = bytes.length
    this.#numbers[entry] = number
  }

  #isSame(entry: number, bytes: Uint8Array, { start, end }: { start: number; end: number }): boolean {
    const length = end - start
    if (this.#lengths[entry] !== length) return false
    const from = entry * longest
    for (let at = 0; at < length; at++) if (this.#bytes[from + at] !== bytes[start + at]) return false
    return true
  }
}

/** FNV-1a, with its bits mixed once more because only the lowest ones are used. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193)
  return hash ^ (hash >>> 15)
}
