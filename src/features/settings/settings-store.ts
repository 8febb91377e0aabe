import { AppError, type ErrorIssue } from '../../contract/errors.ts'
import type { Provenance } from '../../contract/endpoint.ts'
import type { Log } from '../../contract/log.ts'
import type { SettingDefinition } from '../../contract/setting.ts'
import type { AuditLog } from '../../platform/audit/audit-log.ts'
import { privateJsonFile, type PrivateJsonFile } from '../../platform/secrets/private-json-file.ts'
import type { SecretStore } from '../../platform/secrets/secret-store.ts'
import type { SettingName, SettingValues } from './definitions.ts'
import { misspeltVariables, readEnvironment, type Environment } from './environment.ts'
import { SecretDestinations, secretsLeftBehind, type NextSettings } from './secret-destinations.ts'
import { maskOf } from './secret-mask.ts'
import { assertForPlugin } from './setting-check.ts'
import { describeSetting, type SettingDescription } from './setting-description.ts'
import { settingInForce, type SettingInForce } from './setting-in-force.ts'
import { planChange, refused, without, type SettingsChange } from './settings-change.ts'

const TOKEN = 'TOKEN' satisfies SettingName
const NO_CHANGE: SettingsChange = { plain: {}, secret: {} }

/** The settings in force, in memory: a change counts from the next read on. */
export interface Settings {
  get<Name extends SettingName>(name: Name): SettingValues[Name]
  /** For names that are only known at run time; null when there is no such setting. */
  get(name: string): unknown
  /** Every setting by name, secrets masked. */
  view(): Readonly<Record<string, unknown>>
  schema(): SettingDescription[]
  /** Changes all of it, durably, or nothing. */
  update(patch: Readonly<Record<string, unknown>>, provenance: Provenance): Promise<void>
  /** Adds a plugin's settings, whose names begin with PLUGIN_; the answer takes them away again. */
  register(definitions: readonly SettingDefinition[]): () => void
  /** Called with the names after every change; the answer stops it. */
  onChange(listener: (names: readonly string[]) => void): () => void
}

export interface SettingsOptions {
  readonly definitions: readonly SettingDefinition[]
  /** Path of `settings.json`. */
  readonly file: string
  readonly secrets: SecretStore
  readonly environment: Environment
  readonly audit: Pick<AuditLog, 'append' | 'effect'>
  readonly now: () => Date
  readonly log: Log
  /** Told in a sentence when something was lost or left out: a person must hear of it. */
  readonly onIncident: (message: string) => void
  /** Gets every secret in force before it is used, so that it is out of the log from the first line on. */
  readonly holdSecrets: (secrets: readonly string[]) => void
  /** Reasons against settings that are each valid, e.g. no token on a public address. */
  readonly veto?: (next: (name: string) => unknown) => readonly ErrorIssue[]
}

export async function createSettings(options: SettingsOptions): Promise<Settings> {
  const { definitions, environment, log } = options
  const names = definitions.map(({ name }) => name)
  const pinned = readEnvironment(definitions, environment)
  for (const [variable, near] of misspeltVariables(names, environment)) {
    log.warn({ variable }, `${variable} is not a setting; did you mean ${near}?`)
  }
  const { file: path, now, onIncident } = options
  const file = privateJsonFile({ path, format: 1, aside: (name) => `${name}.corrupt.${fileTime(now())}` })
  const { content, storedAs } = await file.read()
  if (storedAs !== undefined) {
    onIncident(
      `settings.json is not valid JSON. It was kept as ${storedAs}, and the defaults are used. Fix it and set it again.`,
    )
  }
  const settings = new SettingsInMemory({ ...options, file, pinned, stored: objectOf(content['settings']) })
  await settings.adopt()
  return settings
}

type Parts = Omit<SettingsOptions, 'file'> & {
  readonly file: PrivateJsonFile
  readonly pinned: ReadonlyMap<string, unknown>
  readonly stored: Readonly<Record<string, unknown>>
}

class SettingsInMemory implements Settings {
  readonly #parts: Parts
  readonly #definitions: Map<string, SettingDefinition>
  readonly #pinned: Map<string, unknown>
  readonly #listeners = new Set<(names: readonly string[]) => void>()
  /** What the file holds, names that nothing declares now included: their plugin may come back. */
  #stored: Readonly<Record<string, unknown>>
  /** What is set, and what of it counts: a secret that is for another address does not. */
  #kept: ReadonlyMap<string, SettingInForce> = new Map()
  #inForce = new Map<string, SettingInForce>()
  #elsewhere: readonly string[] = []
  readonly #destinations: SecretDestinations
  #lastUpdate: Promise<void> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#destinations = new SecretDestinations(parts.secrets)
    this.#definitions = new Map(parts.definitions.map((definition) => [definition.name, definition]))
    this.#pinned = new Map(parts.pinned)
    this.#stored = parts.stored
  }

  get<Name extends SettingName>(name: Name): SettingValues[Name]
  get(name: string): unknown
  get(name: string): unknown {
    return this.#inForce.get(name)?.value ?? null
  }

  view(): Readonly<Record<string, unknown>> {
    const entries = [...this.#definitions.values()].map(({ name, secret }) => {
      const value = this.get(name)
      return [name, secret && typeof value === 'string' ? maskOf(value) : value] as const
    })
    return Object.fromEntries(entries)
  }

  schema(): SettingDescription[] {
    return [...this.#definitions.values()].map((one) =>
      describeSetting(one, this.#inForce.get(one.name)?.source),
    )
  }

  update(patch: Readonly<Record<string, unknown>>, provenance: Provenance): Promise<void> {
    const update = this.#lastUpdate.then(() => this.#update(patch, provenance))
    this.#lastUpdate = update.catch(() => {})
    return update
  }

  register(definitions: readonly SettingDefinition[]): () => void {
    for (const definition of definitions) assertForPlugin(definition)
    const pinned = readEnvironment(definitions, this.#parts.environment)
    for (const definition of definitions) this.#definitions.set(definition.name, definition)
    for (const [name, value] of pinned) this.#pinned.set(name, value)
    this.#refresh()
    return () => {
      for (const definition of definitions) {
        // A newer version of the plugin may have declared it again meanwhile.
        if (this.#definitions.get(definition.name) === definition) this.#definitions.delete(definition.name)
      }
      this.#refresh()
    }
  }

  onChange(listener: (names: readonly string[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes over what was found on disk. A secret that somebody wrote into the open file moves to where it belongs. */
  async adopt(): Promise<void> {
    const misplaced = Object.entries(this.#stored).filter(
      (entry): entry is [string, string] => this.#isSecret(entry[0]) && typeof entry[1] === 'string',
    )
    if (misplaced.length > 0) {
      this.#parts.holdSecrets(misplaced.map(([, value]) => value))
      await this.#parts.secrets.setAll(Object.fromEntries(misplaced))
      const names = misplaced.map(([name]) => name)
      await this.#writeFile(without(this.#stored, names))
    }
    this.#refresh()
    // Those that were never told apart, and those that the environment has anew, belong where they go now.
    const news = this.#destinations.news(this.#next(NO_CHANGE), this.#elsewhere)
    if (Object.keys(news).length > 0) await this.#parts.secrets.setAll(news)
    for (const name of this.#elsewhere)
      this.#parts.onIncident(`${name} was entered for another address, so it isn't sent. Enter it again.`)
    this.#assertTokenInForce()
    for (const name of [...Object.keys(this.#stored), ...this.#parts.secrets.all().keys()]) {
      if (this.#inForce.get(name)?.source !== 'default') continue
      this.#parts.onIncident(`The stored value of ${name} is invalid and ignored. Set it again.`)
    }
  }

  /** A service that was protected never starts unprotected, whatever happened to its token. */
  #assertTokenInForce(): void {
    const { secrets } = this.#parts
    const isTokenStored = secrets.get(TOKEN) !== null || secrets.unreadable.includes(TOKEN)
    if (!isTokenStored || this.get(TOKEN) !== null) return
    const reason = secrets.problem ?? 'It is invalid.'
    throw new AppError(
      'not_configured',
      `Can't use the token that protects this service. ${reason} Set DESKHAND_TOKEN to start.`,
    )
  }

  async #update(patch: Readonly<Record<string, unknown>>, provenance: Provenance): Promise<void> {
    const { audit, veto } = this.#parts
    if (provenance !== 'local-client') {
      await audit.append({ kind: 'settings.refused', provenance, subject: Object.keys(patch).join(', ') })
      throw new AppError('forbidden', 'Only a person at this machine can change settings.')
    }
    const change = planChange(patch, {
      definitions: this.#definitions,
      shown: this.view(),
      isPinned: (name) => this.#pinned.has(name),
      isStored: (name) => Object.hasOwn(this.#stored, name) || this.#parts.secrets.get(name) !== null,
    })
    const names = [...Object.keys(change.plain), ...Object.keys(change.secret)]
    if (names.length === 0) return
    const objections = [
      ...(veto?.((name) => this.#afterwards(name, change)) ?? []),
      ...secretsLeftBehind(this.#next(change), (name) => this.get(name)),
    ]
    if (objections.length > 0) throw refused(objections)
    this.#parts.holdSecrets([
      ...this.#secretsInForce(),
      ...Object.values(change.secret).filter((value) => value !== null),
    ])
    const detail = { changed: change.plain, secrets: Object.keys(change.secret) }
    await audit.effect({ kind: 'settings.change', provenance, subject: names.join(', '), detail }, () =>
      this.#write(change),
    )
    this.#refresh()
    this.#tell(names)
  }

  /** Two files cannot be replaced at one instant: when the second one fails, the first is put back. */
  async #write(change: SettingsChange): Promise<void> {
    const { secrets, log } = this.#parts
    const { plain } = change
    const secret = { ...change.secret, ...this.#destinations.news(this.#next(change), this.#elsewhere) }
    const names = Object.keys(secret)
    const before = Object.fromEntries(names.map((name) => [name, secrets.get(name)]))
    if (names.length > 0) await secrets.setAll(secret)
    if (Object.keys(plain).length === 0) return
    const removed = Object.keys(plain).filter((name) => plain[name] === null)
    try {
      await this.#writeFile(without({ ...this.#stored, ...plain }, removed))
    } catch (error) {
      if (names.length > 0) {
        await secrets.setAll(before).catch((cause: unknown) => {
          log.error({ err: cause, names }, 'secrets were changed, but the settings with them were not')
        })
      }
      throw error
    }
  }

  async #writeFile(stored: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#parts.file.write({ settings: stored })
    this.#stored = stored
  }

  #refresh(): void {
    const places = { environment: this.#pinned, stored: this.#stored, secrets: this.#parts.secrets }
    const definitions = [...this.#definitions.values()]
    this.#kept = new Map(
      definitions.map((definition) => [definition.name, settingInForce(definition, places)]),
    )
    this.#elsewhere = this.#destinations.elsewhere(this.#next(NO_CHANGE))
    this.#inForce = new Map(this.#kept)
    for (const name of this.#elsewhere) this.#inForce.set(name, { ...this.#kept.get(name)!, value: null })
    this.#parts.holdSecrets(this.#secretsInForce())
  }

  #afterwards(name: string, { plain, secret }: SettingsChange): unknown {
    const changes = { ...plain, ...secret }
    if (!Object.hasOwn(changes, name)) return this.get(name)
    return changes[name] ?? this.#definitions.get(name)?.default ?? null
  }

  #next(change: SettingsChange): NextSettings {
    return {
      definitions: this.#definitions.values(),
      read: (name) =>
        Object.hasOwn({ ...change.plain, ...change.secret }, name)
          ? this.#afterwards(name, change)
          : (this.#kept.get(name)?.value ?? null),
      isEntered: (name) => Object.hasOwn(change.secret, name),
    }
  }

  #secretsInForce(): string[] {
    const names = [...this.#definitions.values()].filter(({ secret }) => secret).map(({ name }) => name)
    return names.map((name) => this.#kept.get(name)?.value).filter((value) => typeof value === 'string')
  }

  #isSecret(name: string): boolean {
    return this.#definitions.get(name)?.secret === true
  }

  #tell(names: readonly string[]): void {
    for (const listener of this.#listeners) {
      try {
        listener(names)
      } catch (error) {
        this.#parts.log.error({ err: error, names }, 'a settings listener failed')
      }
    }
  }
}

/** Colons are not allowed in the names of files everywhere. */
function fileTime(time: Date): string {
  return time.toISOString().replaceAll(':', '-')
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}
