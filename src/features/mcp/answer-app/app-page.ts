import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { ownFile } from '../../../platform/files/own-code.ts'

/** Where `npm run build:web` puts the page that other programs show. */
const BUILT = join(ownFile('web/dist/'), 'answer-app/answer.html')
const PREFIX = 'ui://deskhand/answer-'

/** The page that draws answers in other programs. Hosts keep it by its address, so another page has another one. */
export class AppPage {
  readonly #path: string
  #named: { readonly from: string; readonly uri: string } | undefined

  constructor(path: string = BUILT) {
    this.#path = path
  }

  /** Undefined where it is not built. */
  async uri(): Promise<string | undefined> {
    const from = await this.#stamp()
    if (from === undefined) return undefined
    if (this.#named?.from !== from) {
      const html = await this.#read()
      if (html === undefined) return undefined
      const hash = createHash('sha256').update(html).digest('hex').slice(0, 16)
      this.#named = { from, uri: PREFIX + hash }
    }
    return this.#named.uri
  }

  /** Read anew each time, for a host asks once. An answer of before an update is drawn by the page of today. */
  async html(uri: string): Promise<string | undefined> {
    return uri.startsWith(PREFIX) ? this.#read() : undefined
  }

  async #stamp(): Promise<string | undefined> {
    for (const path of [this.#path, `${this.#path}.gz`]) {
      const found = await stat(path).catch(() => undefined)
      if (found) return `${found.size} ${found.mtimeMs}`
    }
    return undefined
  }

  /** The package brings it compressed only. */
  async #read(): Promise<string | undefined> {
    const whole = await readFile(this.#path).catch(() => undefined)
    if (whole) return whole.toString()
    const small = await readFile(`${this.#path}.gz`).catch(() => undefined)
    return small && (await promisify(gunzip)(small)).toString()
  }
}
