import { isDeepStrictEqual } from 'node:util'
import { AppError, type ErrorIssue } from '../../contract/errors.ts'
import type { SettingDefinition } from '../../contract/setting.ts'
import { asSentence, nearestName } from '../../platform/validation/validation.ts'
import { environmentPrefix } from './environment.ts'
import { looksMasked } from './secret-mask.ts'
import { refusalsOf } from './setting-check.ts'

/** What a request changes, already checked. null takes a value away. */
export interface SettingsChange {
  readonly plain: Readonly<Record<string, unknown>>
  readonly secret: Readonly<Record<string, string | null>>
}

interface CurrentSettings {
  readonly definitions: ReadonlyMap<string, SettingDefinition>
  /** What a reader is shown now. */
  readonly shown: Readonly<Record<string, unknown>>
  readonly isPinned: (name: string) => boolean
  readonly isStored: (name: string) => boolean
}

/** Throws one error with every reason, so that a person corrects a request once. */
export function planChange(
  patch: Readonly<Record<string, unknown>>,
  current: CurrentSettings,
): SettingsChange {
  const issues: ErrorIssue[] = []
  const plain: Record<string, unknown> = {}
  const secret: Record<string, string | null> = {}
  for (const [name, value] of Object.entries(patch)) {
    const reasons = refusals(name, value, current)
    issues.push(...reasons.map((message) => ({ path: `/${name}`, message })))
    if (reasons.length > 0 || !isChange(name, value, current)) continue
    if (current.definitions.get(name)?.secret) secret[name] = value as string | null
    else plain[name] = value
  }
  if (issues.length > 0) throw refused(issues)
  return { plain, secret }
}

export function refused(issues: readonly ErrorIssue[]): AppError {
  const reasons = issues.map(({ path, message }) => `${path.slice(1)}: ${message}`)
  return new AppError('invalid_request', asSentence(`Nothing was changed. ${reasons.join('; ')}`), {
    errors: issues,
  })
}

function refusals(name: string, value: unknown, current: CurrentSettings): string[] {
  const definition = current.definitions.get(name)
  if (!definition) return [unknownName(name, [...current.definitions.keys()])]
  if (isAsShown(name, value, current)) return []
  if (current.isPinned(name)) {
    return [`is set by ${environmentPrefix}${name} in the environment; change it there and restart`]
  }
  if (value === null) return []
  if (definition.secret && looksMasked(value)) {
    return ['is a masked secret, but not the current one; send the whole secret, or null to remove it']
  }
  return refusalsOf(definition, value)
}

/** Whoever reads the settings, changes one and sends all of them back, changes one: the rest stays as it is. */
function isAsShown(name: string, value: unknown, { shown }: CurrentSettings): boolean {
  return isDeepStrictEqual(value, shown[name])
}

function isChange(name: string, value: unknown, current: CurrentSettings): boolean {
  return value === null ? current.isStored(name) : !isAsShown(name, value, current)
}

function unknownName(name: string, names: readonly string[]): string {
  const near = nearestName(name, names)
  return near ? `did you mean ${near}?` : 'is not a setting; GET /api/settings/schema lists them all'
}

export function without(
  record: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))
}
