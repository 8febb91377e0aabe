import type { Static, TSchema } from 'typebox'
import type { SettingDefinition } from '../../contract/setting.ts'
import { accessSettings } from './access-settings.ts'
import { channelSettings } from './channel-settings.ts'
import { connectorSettings } from './connector-settings.ts'
import { liveDataSettings } from './live-data-settings.ts'
import { mailSettings } from './mail-settings.ts'
import { modelSettings } from './model-settings.ts'
import { notificationSettings } from './notification-settings.ts'
import { personSettings } from './person-settings.ts'
import { serviceSettings } from './service-settings.ts'
import { workSettings } from './work-settings.ts'

/** Every setting of the service, in the order in which people read them. Plugins add theirs at run time. */
export const settingDefinitions = [
  ...modelSettings,
  ...personSettings,
  ...accessSettings,
  ...workSettings,
  ...notificationSettings,
  ...serviceSettings,
  ...liveDataSettings,
  ...mailSettings,
  ...connectorSettings,
  ...channelSettings,
] as const satisfies readonly SettingDefinition[]

type Declared = (typeof settingDefinitions)[number]

/** The type of each setting's effective value: null only where there is no default. */
export type SettingValues = { readonly [D in Declared as D['name']]: ValueOf<D> }

export type SettingName = keyof SettingValues

type ValueOf<D extends { readonly schema: TSchema; readonly default: unknown }> = null extends D['default']
  ? Static<D['schema']> | null
  : Static<D['schema']>
