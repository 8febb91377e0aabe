import { readFile } from 'node:fs/promises'
import { homedir, hostname } from 'node:os'
import { join } from 'node:path'

export interface Cookie {
  readonly name: string
  readonly data: string
}

const LOCAL = 256
const WILD = 65535
const noCookie: Cookie = { name: '', data: '' }

/** What the server wants to see, from the file that the session's login wrote; empty when there is none for it. */
export async function readCookie(display: string, file = usualFile()): Promise<Cookie> {
  const number = /:(\d+)/.exec(display)?.[1] ?? ''
  const bytes = await readFile(file).catch(() => null)
  if (!bytes) return noCookie
  const matches = entriesOf(bytes).find(
    ({ family, address, display: forDisplay }) =>
      (family === WILD || (family === LOCAL && address === hostname())) &&
      (forDisplay === '' || forDisplay === number),
  )
  return matches ? { name: matches.name, data: matches.data } : noCookie
}

function usualFile(): string {
  return process.env['XAUTHORITY'] || join(homedir(), '.Xauthority')
}

interface Entry extends Cookie {
  readonly family: number
  readonly address: string
  readonly display: string
}

/** Each entry is a family and four counted strings. A file cut short gives the entries before the cut. */
function entriesOf(bytes: Buffer): Entry[] {
  const entries: Entry[] = []
  let at = 0
  const counted = (): string => {
    const length = at + 2 <= bytes.length ? bytes.readUInt16BE(at) : Infinity
    const start = at + 2
    at = start + length
    return bytes.toString('latin1', start, Math.min(at, bytes.length))
  }
  while (at + 2 <= bytes.length) {
    const family = bytes.readUInt16BE(at)
    at += 2
    const entry = { family, address: counted(), display: counted(), name: counted(), data: counted() }
    if (at > bytes.length) break
    entries.push(entry)
  }
  return entries
}
