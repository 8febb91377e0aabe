import { runReader } from '../../platform/documents/run-reader.ts'
import type { InputFile } from '../../platform/files/input-file.ts'

export interface Thumbnail {
  media_type: string
  data: string
  width: number
  height: number
  full_width: number
  full_height: number
}

/** So many characters of pictures are held: a list of them is drawn again and again. */
const MAX_HELD = 16 * 1024 * 1024

/** Pictures made small by the reader in its sandbox: a damaged or hostile one costs only itself. */
export class Thumbnails {
  readonly #held = new Map<string, Thumbnail>()
  #size = 0

  async of(
    { held, through }: Pick<InputFile, 'held' | 'through'>,
    { edge, signal }: { edge: number; signal: AbortSignal },
  ): Promise<Thumbnail> {
    const { dev, ino, size, mtimeMs } = held.stats
    const key = [dev, ino, size, mtimeMs, edge].join(':')
    const known = this.#held.get(key)
    if (known) return known
    const { shown, fullWidth, fullHeight } = await runReader(
      'picture',
      { path: through, maxEdge: edge },
      { signal },
    )
    const { mediaType: media_type, base64: data, width, height } = shown
    const made = { media_type, data, width, height, full_width: fullWidth, full_height: fullHeight }
    this.#hold(key, made)
    return made
  }

  /** What was made first goes first. */
  #hold(key: string, made: Thumbnail): void {
    this.#held.set(key, made)
    this.#size += made.data.length
    for (const [oldest, { data }] of this.#held) {
      if (this.#size <= MAX_HELD) return
      this.#held.delete(oldest)
      this.#size -= data.length
    }
  }
}
