import { keyringValue, type Environment } from '../secrets/keyring.ts'
import type { HeadPlace, KeptHead } from './audit-heads.ts'

/** The keyring of the user's session, for where it is known to answer: a locked one would ask. */
export function keyringHeads({
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
      return text === null ? [] : [JSON.parse(text) as KeptHead]
    },
    write: (head) => value.write(JSON.stringify(head)),
  }
}
