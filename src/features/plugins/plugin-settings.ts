import { AppError } from '../../contract/errors.ts'
import type { PluginManifest, PluginSetting } from '../../contract/plugin-module.ts'
import type { SettingDefinition } from '../../contract/setting.ts'
import { Type, type TSchema } from '../../contract/type.ts'
import { capital } from '../../platform/language/capital.ts'
import { settingName } from '../../platform/sandbox/plugin-manifest.ts'

/** A plugin's settings as the settings page knows them. */
export function settingDefinitions({
  agent,
  title = agent,
  settings = [],
}: PluginManifest): SettingDefinition[] {
  return settings.map((setting) => ({
    name: settingName(agent, setting.name),
    label: labelOf(setting.name),
    group: `Plugin ${title}`,
    description: setting.description,
    schema: schemas[setting.type],
    default: setting.default ?? null,
    ...(setting.secret && { secret: true as const }),
  }))
}

/**
 * `PLUGIN_A_B_C` is C of the plugin `a_b` and B_C of the plugin `a`. What belongs to the longer name stays with it, so that
 * no plugin reads another one's secrets by a lucky choice of names.
 */
export function assertOwnSettings({ agent, settings = [] }: PluginManifest, known: readonly string[]): void {
  for (const { name } of settings) {
    const full = settingName(agent, name)
    const owner = known.find((other) => other !== agent && full.startsWith(settingName(other, '')))
    if (owner !== undefined && owner.length > agent.length)
      throw new AppError('conflict', `The setting ${full} belongs to the plugin ${owner}. Rename it.`)
  }
}

/** What a call gets: the values in force once the plugin was enabled, and only its defaults before. */
export function settingValues(
  { agent, settings = [] }: PluginManifest,
  valueOf: ((name: string) => unknown) | undefined,
): Record<string, unknown> {
  const value = (setting: PluginSetting) =>
    valueOf ? valueOf(settingName(agent, setting.name)) : (setting.default ?? null)
  return Object.fromEntries(settings.map((setting) => [setting.name, value(setting)]))
}

/** `WORDS_PER_MINUTE` is "Words per minute". */
function labelOf(name: string): string {
  return capital(name.replaceAll('_', ' ').toLowerCase())
}

const schemas: Readonly<Record<PluginSetting['type'], TSchema>> = {
  string: Type.String({ maxLength: 10_000 }),
  number: Type.Number(),
  integer: Type.Integer(),
  boolean: Type.Boolean(),
}
