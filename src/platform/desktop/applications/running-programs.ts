import { readFile, readlink } from 'node:fs/promises'

/** The file that a process runs; null where that is not told. */
export async function programOf(processId: number | null): Promise<string | null> {
  if (processId === null) return null
  return readlink(`/proc/${processId}/exe`).catch(() => null)
}

/** The words that it was started with. */
export async function wordsOf(processId: number): Promise<readonly string[]> {
  const text = await readFile(`/proc/${processId}/cmdline`, 'utf8').catch(() => '')
  // Chromium writes over them, and puts spaces between.
  return text.split(/[\0 ]/).filter(Boolean)
}
