import { writeSync } from 'node:fs'

/** On the standard output before this returns. Whoever reads it may be busy: what does not fit yet is tried again. */
export function say(line: string): void {
  const bytes = Buffer.from(`${line}\n`)
  for (let written = 0; written < bytes.length;) {
    try {
      written += writeSync(1, bytes, written)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    }
  }
}
