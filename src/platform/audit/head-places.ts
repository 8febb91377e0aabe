import { realpath } from 'node:fs/promises'
import type { HeadPlace, StoredHead } from './audit-heads.ts'
import { journalHeads, type JournalOptions } from './journal-heads.ts'
import { keyringValue, type Environment } from '../secrets/keyring.ts'

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

/** The keyring of the user's session, for where it is known to answer: a locked one would ask. */
function keyringHeads({
  folder,
  ...options
}: {
  readonly folder: string
  readonly environment: Environment
  readonly answerMs?: number
}): HeadPlace {
  const value = keyringValue({ account: `${folder} (audit log)`, ...options })
  return {
    name: 'the keyring',
    // It takes a process of its own.
    gapMs: 15_000,
    async read() {
      const text = await value.read()
      return text === null ? [] : [JSON.parse(text) as StoredHead]
    },
    write: (head) => value.write(JSON.stringify(head)),
  }
}
