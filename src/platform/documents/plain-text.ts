import { readFile } from 'node:fs/promises'

/** UTF-8 unless a mark or the page itself says otherwise, or the bytes are not UTF-8; then the old Western encoding. */
export async function readPlainText(path: string, { isHtml = false } = {}): Promise<string> {
  const bytes = await readFile(path)
  const encoding = markedEncoding(bytes) ?? (isHtml ? declaredEncoding(bytes) : undefined)
  if (encoding !== undefined) return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function markedEncoding(bytes: Buffer): string | undefined {
  return { fffe: 'utf-16le', feff: 'utf-16be' }[bytes.toString('hex', 0, 2)]
}

/** What a page says about itself near its beginning. */
export function declaredEncoding(bytes: Buffer): string | undefined {
  const found = /<meta[^>]{0,200}?charset\s*=\s*["']?([\w-]{2,40})/i.exec(
    bytes.toString('latin1', 0, 4096),
  )?.[1]
  try {
    return found === undefined ? undefined : new TextDecoder(found).encoding
  } catch {
    // A name that nobody knows is no help.
    return undefined
  }
}
