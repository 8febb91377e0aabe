import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Prepare } from '../surroundings.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** The skill of the checkout, and notes to use it for. */
export const prepare: Prepare = async () => {
  const files: Record<string, string> = { 'Documents/notes.txt': '09:15 Budget\n09:40 Hiring\n10:00 End\n' }
  for await (const path of glob('examples/meeting-minutes/**/*.*', { cwd: root }))
    files[path] = await readFile(join(root, path), 'utf8')
  return { files }
}
