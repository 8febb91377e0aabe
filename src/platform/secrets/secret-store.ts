import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import { findKeyring, type Environment, type KeyringAccount } from './keyring.ts'
import { privateJsonFile, type PrivateJsonFile } from './private-json-file.ts'

/** `auto` uses the keyring when it answers, `on` insists on it and moves older secrets there, `off` never asks it. */
export type KeyringChoice = 'auto' | 'on' | 'off'

export interface SecretStore {
  /** Where new secrets go. */
  readonly backend: 'keyring' | 'file'
  /** A sentence for `doctor` when the keyring is not used though it could be, or holds secrets that cannot be read. */
  readonly problem: string | null
  /** Secrets that are set, and kept in a keyring that does not answer. */
  readonly unreadable: readonly string[]
  get(name: string): string | null
  /** Where a secret is kept now; null when there is none of that name. */
  placeOf(name: string): 'keyring' | 'file' | null
  all(): ReadonlyMap<string, string>
  /** Done once it is durable; null removes. */
  set(name: string, value: string | null): Promise<void>
  /** Several at once: all of them or none. */
  setAll(changes: Readonly<Record<string, string | null>>): Promise<void>
}

export interface SecretStoreOptions {
  /** The service's data folder, which only this user can enter. */
  readonly folder: string
  readonly keyring: KeyringChoice
  readonly environment: Environment
  readonly log: Log
  /** How long the keyring may take to answer at the start. */
  readonly answerMs?: number
}

export function keyringChoice(environment: Environment): KeyringChoice {
  const choice = environment['DESKHAND_KEYRING'] ?? 'auto'
  if (choice === 'auto' || choice === 'on' || choice === 'off') return choice
  throw new AppError('invalid_request', 'DESKHAND_KEYRING must be auto, on or off.')
}

export async function openSecretStore(options: SecretStoreOptions): Promise<SecretStore> {
  const { folder } = options
  // It may hold the token that protects the service, so there is no starting without it when it cannot be read.
  const file = privateJsonFile({ path: join(folder, 'secrets.json'), format: 1 })
  const content = contentOf((await file.read()).content)
  // The folder's path is what a person sees in the keyring; a folder that was moved keeps the name it had.
  const account = content.account ?? (await realpath(folder))
  const { keyring, problem } = await openKeyring(account, { ...options, names: content.namesInKeyring })
  const store = new FileAndKeyring({
    file,
    content: { ...content, account },
    keyring,
    choice: options.keyring,
    problem,
  })
  await store.settle(options.log)
  return store
}

/** What `secrets.json` says: the secrets in it, and which ones are to be found in the keyring. */
interface Content {
  readonly account: string | undefined
  readonly namesInKeyring: readonly string[]
  /** null stands for a secret that was removed while the keyring that holds it did not answer. */
  readonly values: ReadonlyMap<string, string | null>
}

interface Parts {
  readonly file: PrivateJsonFile
  readonly content: Content
  readonly keyring: KeyringAccount | undefined
  readonly choice: KeyringChoice
  readonly problem: string | null
}

/** A secret in the file is always the newer one: the keyring takes it out of the file when it gets it. */
class FileAndKeyring implements SecretStore {
  readonly backend: 'keyring' | 'file'
  readonly #file: PrivateJsonFile
  readonly #keyring: KeyringAccount | undefined
  readonly #choice: KeyringChoice
  readonly #account: string | undefined
  #problem: string | null
  #namesInKeyring: readonly string[]
  #inKeyring: ReadonlyMap<string, string>
  #inFile: ReadonlyMap<string, string | null>
  #lastWrite: Promise<void> = Promise.resolve()

  constructor({ file, content, keyring, choice, problem }: Parts) {
    this.backend = keyring ? 'keyring' : 'file'
    this.#file = file
    this.#keyring = keyring
    this.#choice = choice
    this.#account = content.account
    this.#problem = problem
    this.#namesInKeyring = content.namesInKeyring
    this.#inKeyring = secretsOf(keyring?.value ?? null)
    this.#inFile = content.values
  }

  get problem(): string | null {
    return this.#problem
  }

  get unreadable(): readonly string[] {
    return this.#keyring ? [] : this.#namesInKeyring.filter((name) => !this.#inFile.has(name))
  }

  get(name: string): string | null {
    return this.#inFile.has(name) ? (this.#inFile.get(name) ?? null) : (this.#inKeyring.get(name) ?? null)
  }

  placeOf(name: string): 'keyring' | 'file' | null {
    if (this.get(name) === null) return null
    return this.#inFile.has(name) ? 'file' : 'keyring'
  }

  all(): ReadonlyMap<string, string> {
    const all = new Map<string, string>(this.#inKeyring)
    for (const [name, value] of this.#inFile) {
      if (value === null) all.delete(name)
      else all.set(name, value)
    }
    return all
  }

  set(name: string, value: string | null): Promise<void> {
    return this.setAll({ [name]: value })
  }

  setAll(changes: Readonly<Record<string, string | null>>): Promise<void> {
    const write = this.#lastWrite.then(() =>
      this.#keyring ? this.#toKeyring(changes) : this.#toFile(changes),
    )
    this.#lastWrite = write.catch(() => {})
    return write
  }

  /** Catches up with a keyring that answers again: removes what was removed meanwhile and, when asked, moves the rest. */
  async settle(log: Log): Promise<void> {
    if (!this.#keyring) return
    const open = [...this.#inFile].filter(([, value]) => value === null || this.#choice === 'on')
    if (open.length === 0) return
    try {
      await this.setAll(Object.fromEntries(open))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      this.#problem = error.message
      log.warn({ names: open.map(([name]) => name) }, error.message)
    }
  }

  async #toKeyring(changes: Readonly<Record<string, string | null>>): Promise<void> {
    const inKeyring = new Map(this.#inKeyring)
    const inFile = new Map(this.#inFile)
    for (const [name, value] of Object.entries(changes)) {
      inFile.delete(name)
      if (value === null) inKeyring.delete(name)
      else inKeyring.set(name, value)
    }
    await this.#keyring!.write(JSON.stringify(Object.fromEntries(inKeyring)))
    this.#inKeyring = inKeyring
    await this.#writeFile({ inFile, namesInKeyring: [...inKeyring.keys()].toSorted() })
  }

  async #toFile(changes: Readonly<Record<string, string | null>>): Promise<void> {
    if (this.#choice === 'on' && Object.values(changes).some((value) => value !== null)) {
      throw new AppError(
        'storage_failed',
        `${this.#problem ?? "The keyring doesn't answer."} Unlock it and restart, or set DESKHAND_KEYRING=auto to store secrets in a file.`,
      )
    }
    const inFile = new Map(this.#inFile)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null && !this.#namesInKeyring.includes(name)) inFile.delete(name)
      else inFile.set(name, value)
    }
    await this.#writeFile({ inFile, namesInKeyring: this.#namesInKeyring })
  }

  async #writeFile(next: { inFile: ReadonlyMap<string, string | null>; namesInKeyring: readonly string[] }) {
    const { inFile, namesInKeyring } = next
    await this.#file.write({
      ...(namesInKeyring.length > 0 && { keyring: { account: this.#account, names: namesInKeyring } }),
      values: Object.fromEntries(inFile),
    })
    this.#inFile = inFile
    this.#namesInKeyring = namesInKeyring
  }
}

async function openKeyring(
  account: string,
  {
    keyring: choice,
    environment,
    answerMs = 5000,
    log,
    names,
  }: SecretStoreOptions & { names: readonly string[] },
): Promise<{ keyring: KeyringAccount | undefined; problem: string | null }> {
  const missing = names.length > 0 ? ` It has ${names.join(', ')}, which can't be used.` : ''
  if (choice === 'off') {
    const problem = missing && `The system keyring is not read because DESKHAND_KEYRING is off.${missing}`
    if (problem) log.warn({ names }, problem)
    return { keyring: undefined, problem: problem || null }
  }
  try {
    return { keyring: await findKeyring({ account, environment, answerMs }), problem: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const problem = error.message + missing
    if (missing || choice === 'on') log.warn({ names }, problem)
    else log.debug({}, problem)
    return { keyring: undefined, problem }
  }
}

function contentOf(content: Readonly<Record<string, unknown>>): Content {
  const keyring = objectOf(content['keyring'])
  const names = Array.isArray(keyring['names']) ? keyring['names'] : []
  const values = Object.entries(objectOf(content['values'])).filter(isSecret)
  return {
    account: typeof keyring['account'] === 'string' ? keyring['account'] : undefined,
    namesInKeyring: names.filter((name) => typeof name === 'string'),
    values: new Map(values),
  }
}

function isSecret(entry: [string, unknown]): entry is [string, string | null] {
  return typeof entry[1] === 'string' || entry[1] === null
}

function secretsOf(text: string | null): ReadonlyMap<string, string> {
  const entries = Object.entries(objectOf(text === null ? {} : (JSON.parse(text) as unknown)))
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
