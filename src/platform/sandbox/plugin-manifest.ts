import type { PluginManifest, PluginPermissions } from '../../contract/plugin-module.ts'
import { AppError } from '../../contract/errors.ts'
import { closed, literals } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { checkFor } from '../validation/validation.ts'
import { pluginLimits } from './limits.ts'

export const AGENT_NAME = '^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$'
/** One visible line: it is shown on terminals and in questions, where an invisible character could lie. */
export const ONE_LINE = '^[^\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]*$'

const HOST = '^(?:\\*\\.[a-z0-9-]+\\.)?[a-z0-9-]+(?:\\.[a-z0-9-]+)*(?::\\d{1,5})?$'
const PATH = '^(?:/|~/)[^*\\p{Cc}\\p{Cf}]+$'

const line = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: ONE_LINE })

const Setting = closed({
  name: Type.String({ pattern: '^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$', maxLength: 60 }),
  type: literals(['string', 'number', 'integer', 'boolean']),
  description: line(300),
  secret: Type.Optional(Type.Boolean()),
  default: Type.Optional(Type.Union([Type.String({ maxLength: 2000 }), Type.Number(), Type.Boolean()])),
})

const Manifest = closed({
  $schema: Type.Optional(Type.String()),
  agent: Type.String({ pattern: AGENT_NAME, maxLength: 40 }),
  version: line(40),
  title: Type.Optional(line(80)),
  summary: line(300),
  is_safe: Type.Optional(Type.Boolean()),
  permissions: Type.Optional(
    closed({
      network: Type.Optional(Type.Array(Type.String({ pattern: HOST, maxLength: 200 }), { maxItems: 50 })),
      read: Type.Optional(Type.Array(Type.String({ pattern: PATH, maxLength: 1000 }), { maxItems: 20 })),
      write: Type.Optional(Type.Array(Type.String({ pattern: PATH, maxLength: 1000 }), { maxItems: 20 })),
      store: Type.Optional(Type.Boolean()),
    }),
  ),
  settings: Type.Optional(Type.Array(Setting, { maxItems: 50 })),
  entry: Type.Optional(
    Type.String({ pattern: '^[\\w][\\w./-]*\\.(?:ts|js|mts|mjs|cjs|cts)$', maxLength: 200 }),
  ),
})

/** The manifest that this text is, or one error that names everything wrong with it. */
export function readManifest(text: string): PluginManifest {
  if (text.length > pluginLimits.manifestBytes) throw refused(['it is larger than 64 KB'])
  const value = parse(text)
  const issues = checkFor(Manifest, 'result')(value)
  if (issues.length > 0)
    throw refused(issues.map(({ path, message }) => `${inWords(path)} ${hint(path) ?? message}`))
  const manifest = value as PluginManifest
  const problems = [...settingProblems(manifest), ...entryProblems(manifest)]
  if (problems.length > 0) throw refused(problems)
  return manifest
}

export const noPermissions = { network: [], read: [], write: [], store: false } as const

export function permissionsOf({ permissions = {} }: PluginManifest): Required<PluginPermissions> {
  return { ...noPermissions, ...permissions }
}

/** The name under which the user finds a plugin's setting. */
export function settingName(agent: string, name: string): string {
  return `PLUGIN_${agent.toUpperCase()}_${name}`
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw refused([`it is not valid JSON (${(error as Error).message})`])
  }
}

function settingProblems({ settings = [] }: PluginManifest): string[] {
  const names = settings.map(({ name }) => name)
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  return [
    ...twice.map((name) => `the setting ${name} is declared twice`),
    ...settings
      .filter(({ secret, type }) => secret && type !== 'string')
      .map(({ name }) => `the setting ${name} is a secret, so its type must be string`),
    ...settings
      .filter((setting) => setting.default !== undefined && !fitsType(setting.default, setting.type))
      .map(({ name, type }) => `the default of the setting ${name} is not of type ${type}`),
  ]
}

function fitsType(value: unknown, type: string): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeof value === type
}

function entryProblems({ entry = '' }: PluginManifest): string[] {
  return entry.split('/').some((part) => part.startsWith('.') || part === 'node_modules')
    ? ["entry must be a file in the plugin's folder"]
    : []
}

function inWords(path: string): string {
  return path === '' ? 'the manifest' : path.slice(1).replaceAll('/', '.')
}

/** A pattern helps nobody; saying what is meant does. */
function hint(path: string): string | undefined {
  if (path === '/agent') return 'must be a lower-case name with underscores, e.g. word_count'
  if (/^\/permissions\/network\/\d+$/.test(path))
    return 'must be a host, e.g. api.example.com, *.example.com or example.com:8443'
  if (/^\/permissions\/(?:read|write)\/\d+$/.test(path))
    return 'must be a path that starts with / or ~/ and contains no *'
  if (/^\/settings\/\d+\/name$/.test(path)) return 'must be in upper case with underscores'
  if (path === '/entry') return 'must name a .ts or .js file in the folder'
  return undefined
}

function refused(problems: readonly string[]): AppError {
  return new AppError('invalid_request', `Can't use plugin.json: ${problems.join('; ')}.`)
}
