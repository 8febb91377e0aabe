import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { openForeignDatabase } from './open-database.ts'
import { runAppleScript } from './osascript.ts'

export interface ContactNumber {
  readonly name: string
  readonly number: string
  /** What the person calls it: mobile, home, work. */
  readonly label: string
}

export interface ContactsOptions {
  readonly home: string
  readonly signal: AbortSignal
  readonly searchPath?: string | undefined
}

const MAX_CONTACTS = 50

/** Names and numbers by lines, with tabs between; the name that is looked for is the argument. */
const FIND = `on run argv
  set wanted to item 1 of argv
  set found to ""
  tell application "Contacts"
    repeat with someone in (every person whose name contains wanted)
      repeat with onePhone in phones of someone
        set found to found & (name of someone) & tab & (value of onePhone) & tab & (label of onePhone) & linefeed
      end repeat
    end repeat
  end tell
  return found
end run
`

/** Phone numbers of everybody who is called so: in whole, or with each word the beginning of one of theirs. */
export async function findNumbers(name: string, options: ContactsOptions): Promise<ContactNumber[]> {
  const all = await storedNumbers(options).catch((error: unknown) => {
    // Contacts itself may answer where its files are closed to us.
    if (error instanceof AppError && error.code === 'forbidden') return undefined
    throw error
  })
  const candidates = all ?? (await askedNumbers(name, options))
  const whole = candidates.filter((contact) => folded(contact.name) === folded(name))
  const found = whole.length > 0 ? whole : candidates.filter((contact) => isMeant(contact.name, name))
  return found.slice(0, MAX_CONTACTS)
}

/** Undefined when there are no files, or macOS does not show them to us. */
async function storedNumbers({ home, signal }: ContactsOptions): Promise<ContactNumber[] | undefined> {
  const folder = join(home, 'Library', 'Application Support', 'AddressBook')
  const numbers = new Map<string, ContactNumber>()
  let isThere = false
  for await (const path of glob(['AddressBook-v22.abcddb', 'Sources/*/AddressBook-v22.abcddb'], {
    cwd: folder,
  })) {
    signal.throwIfAborted()
    isThere = true
    await using opened = await openForeignDatabase(join(folder, path), { owner: 'Contacts' })
    const rows = opened.database
      .prepare(
        `SELECT r.ZFIRSTNAME AS first, r.ZLASTNAME AS last, r.ZORGANIZATION AS organization,
           p.ZFULLNUMBER AS number, p.ZLABEL AS label
         FROM ZABCDPHONENUMBER p JOIN ZABCDRECORD r ON r.Z_PK = p.ZOWNER WHERE p.ZFULLNUMBER IS NOT NULL`,
      )
      .all()
    for (const { first, last, organization, number, label } of rows) {
      const names = [first, last].filter((part) => typeof part === 'string' && part !== '')
      const name = names.join(' ') || (typeof organization === 'string' ? organization : '')
      const contact = contactOf(name, String(number), typeof label === 'string' ? label : '')
      // The same person is in several accounts.
      numbers.set(`${folded(name)} ${contact.number}`, contact)
    }
  }
  return isThere ? [...numbers.values()] : undefined
}

async function askedNumbers(name: string, { signal, searchPath }: ContactsOptions): Promise<ContactNumber[]> {
  const output = await runAppleScript({ script: FIND, args: [name], signal, searchPath })
  return output.split('\n').flatMap((line) => {
    const [found, number, label = ''] = line.split('\t')
    return found && number ? [contactOf(found, number, label)] : []
  })
}

function contactOf(name: string, number: string, label: string): ContactNumber {
  // Apple writes its own labels as _$!<Mobile>!$_.
  return {
    name,
    number: number.replaceAll(/[^+\d]/g, ''),
    label: label.replaceAll(/_\$!<|>!\$_/g, '').toLowerCase(),
  }
}

function isMeant(name: string, wanted: string): boolean {
  const parts = folded(name).split(/\s+/)
  return folded(wanted)
    .split(/\s+/)
    .every((word) => parts.some((part) => part.startsWith(word)))
}

function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').trim().toLowerCase()
}
