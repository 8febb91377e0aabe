import { realpath } from 'node:fs/promises'
import type { HeadPlace } from './audit-heads.ts'
import { journalHeads, type JournalOptions } from './journal-heads.ts'
import { keyringHeads } from './keyring-heads.ts'

interface HeadPlacesOptions extends JournalOptions {
  /** Whether the keyring may be asked: one that is locked asks the person. */
  readonly keyring: boolean
  /** How long the keyring may take. */
  readonly answerMs?: number
}

/** The places outside of the data folder that can vouch for the end of the audit log on this machine. */
export async function headPlaces({ keyring, ...options }: HeadPlacesOptions): Promise<HeadPlace[]> {
  const folder = await realpath(options.folder)
  const journal = journalHeads({ ...options, folder })
  return [...(journal ? [journal] : []), ...(keyring ? [keyringHeads({ ...options, folder })] : [])]
}
