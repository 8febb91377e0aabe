import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ErrorIssue } from '../../contract/errors.ts'
import type { SettingDefinition } from '../../contract/setting.ts'
import type { SecretStore } from '../../platform/secrets/secret-store.ts'

/*
 * A secret belongs to the place it was entered for. Whoever changes the address later, in a request, in the file or by
 * restoring a backup, does not get it sent there: it must be entered again, which takes somebody who knows it.
 */

/** Beside the secrets, where nobody gets at it who could not also read them. */
const DESTINATIONS = 'SECRET_DESTINATIONS'

type Read = (name: string) => unknown

interface Entered {
  readonly fingerprint: string
  readonly destination: string
}

export interface NextSettings {
  readonly definitions: Iterable<SettingDefinition>
  /** The settings as they are going to be, a secret that is for another address included. */
  readonly read: Read
  /** Whether a secret is entered with the change, be it the same again. */
  readonly isEntered: (name: string) => boolean
}

export class SecretDestinations {
  readonly #secrets: Pick<SecretStore, 'get'>

  constructor(secrets: Pick<SecretStore, 'get'>) {
    this.#secrets = secrets
  }

  /** The secrets that are not for the address that is set now. */
  elsewhere({ definitions, read }: NextSettings): string[] {
    const known = this.#read()
    return [...definitions].filter((one) => isElsewhere(one, read, known)).map(({ name }) => name)
  }

  /** Where secrets belong from now on, when that is news. One that nobody entered again stays where it was. */
  news(
    { definitions, read, isEntered }: NextSettings,
    elsewhere: readonly string[],
  ): Readonly<Record<string, string>> {
    const known = this.#read()
    const next: Record<string, Entered> = {}
    for (const definition of definitions) {
      const { name, goesTo } = definition
      const value = read(name)
      if (!goesTo || typeof value !== 'string') continue
      const stays = !isEntered(name) && elsewhere.includes(name)
      next[name] = stays ? known[name]! : enteredNow(value, destinationOf(definition, read))
    }
    return isDeepStrictEqual(next, known) ? {} : { [DESTINATIONS]: JSON.stringify(next) }
  }

  #read(): Readonly<Record<string, Entered>> {
    return JSON.parse(this.#secrets.get(DESTINATIONS) ?? '{}') as Record<string, Entered>
  }
}

function isElsewhere(
  definition: SettingDefinition,
  read: Read,
  known: Readonly<Record<string, Entered>>,
): boolean {
  const value = read(definition.name)
  const entered = known[definition.name]
  if (!definition.goesTo || typeof value !== 'string' || entered?.fingerprint !== fingerprintOf(value))
    return false
  return entered.destination !== destinationOf(definition, read)
}

function enteredNow(secret: string, destination: string): Entered {
  return { fingerprint: fingerprintOf(secret), destination }
}

/** What speaks against a change that would send secrets elsewhere which are not entered with it. */
export function secretsLeftBehind(
  { definitions, read, isEntered }: NextSettings,
  before: Read,
): ErrorIssue[] {
  return [...definitions].flatMap((definition) => {
    const { name, goesTo = [] } = definition
    const isStored = before(name) !== null && read(name) !== null && !isEntered(name)
    if (!isStored || wentNowhere(definition, before)) return []
    const changed = goesTo.filter((address) => placeOf(before(address)) !== placeOf(read(address)))
    const message = `decides where ${name} is sent; send ${name} again with it, or remove it first (null, or "deskhand settings unset ${name}")`
    return changed.slice(0, 1).map((address) => ({ path: `/${address}`, message }))
  })
}

function wentNowhere({ nowhereWithout = [] }: SettingDefinition, read: Read): boolean {
  return nowhereWithout.length > 0 && nowhereWithout.every((name) => read(name) === null)
}

function destinationOf({ goesTo = [] }: SettingDefinition, read: Read): string {
  return JSON.stringify(goesTo.map((name) => placeOf(read(name))))
}

/** The path of an address does not matter: what is behind one name and port is one owner's. */
function placeOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  const text = typeof value === 'string' ? value.toLowerCase() : JSON.stringify(value)
  return (text.includes('://') ? URL.parse(text)?.origin : undefined) ?? text
}

function fingerprintOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
