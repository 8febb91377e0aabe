/** The text of a file; undefined when it is none. */
export function decodedText(bytes: Buffer): string | undefined {
  // Text has no NUL; many formats that are not text can be read as UTF-8 by chance.
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Whether a large file is kept elsewhere, and this is only a note about it. */
export function isLfsPointer(text: string): boolean {
  return text.length < 1024 && text.startsWith('version https://git-lfs.github.com/spec/')
}
