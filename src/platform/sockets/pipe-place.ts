import { createHash } from 'node:crypto'

/** The named pipe of a data folder, for Windows, where a socket can't be a file. Like NTFS, it doesn't tell cases apart. */
export function pipePlace(dataFolder: string): string {
  const id = createHash('sha256').update(dataFolder.toLowerCase()).digest('hex').slice(0, 16)
  return `\\\\.\\pipe\\deskhand-${id}`
}
