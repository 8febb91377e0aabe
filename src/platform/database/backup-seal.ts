import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { writeFileAtomic } from '../files/atomic-file.ts'

/** What is beside a backup, by the name it has in the data folder. */
export type SealedFiles = ReadonlyMap<string, Uint8Array>

/** Written beside a backup: proof that this machine made it, and that nobody has changed it since. */
export function sealPath(backup: string): string {
  return `${backup.replace(/\.db$/, '')}.seal`
}

export async function writeSeal(
  backup: string,
  { key, companions }: { key: Uint8Array; companions: SealedFiles },
): Promise<void> {
  await writeFileAtomic(sealPath(backup), `${await sealOf(backup, { key, companions })}\n`)
}

/** Whether the seal says that exactly this content was backed up here. */
export async function isSealed(
  content: string,
  { seal, key, companions }: { seal: string; key: Uint8Array; companions: SealedFiles },
): Promise<boolean> {
  const expected = Buffer.from(await sealOf(content, { key, companions }))
  const given = Buffer.from(seal.trim())
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The seal beside a backup; undefined where there is none. */
export async function readSeal(backup: string): Promise<string | undefined> {
  try {
    return await readFile(sealPath(backup), 'utf8')
  } catch {
    return undefined
  }
}

async function sealOf(
  content: string,
  { key, companions }: { key: Uint8Array; companions: SealedFiles },
): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(content), hash)
  const files = [...companions]
    .map(([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex')] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const sealed = JSON.stringify(['deskhand backup 1', hash.digest('hex'), files])
  return createHmac('sha256', key).update(sealed).digest('base64url')
}
