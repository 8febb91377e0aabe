/** Text from bytes: byte order mark, then each declared charset, then UTF-8, and windows-1252 when it is not that. */
export function decodeText(bytes: Uint8Array, ...declared: readonly (string | null)[]): string {
  for (const label of [markOf(bytes), ...declared]) {
    const text = label === null ? null : decodeAs(bytes, label)
    if (text !== null) return text
  }
  // Whoever says UTF-8 and sends something else sends windows-1252 more often than not.
  return decodeAs(bytes, 'utf-8') ?? new TextDecoder('windows-1252').decode(bytes)
}

/** The charset of a `Content-Type` header. */
export function charsetOf(contentType: string): string | null {
  return /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1] ?? null
}

function markOf(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return null
}

/** Null for a name that nobody knows, and for bytes that are not UTF-8 although they should be. */
function decodeAs(bytes: Uint8Array, label: string): string | null {
  try {
    const { encoding } = new TextDecoder(label)
    return new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes)
  } catch {
    return null
  }
}
