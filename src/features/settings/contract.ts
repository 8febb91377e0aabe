import { Type } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'

const SettingsView = Type.Record(Type.String(), Type.Unknown(), {
  $id: 'Settings',
  description:
    'Every setting by name. A secret shows at most its last four characters; an unset one is null.',
})

const SettingDescription = Type.Object(
  {
    name: Type.String(),
    label: Type.String({ description: 'What people call it' }),
    group: Type.String({ description: 'Settings in the same group belong together on a page' }),
    description: Type.String(),
    schema: Type.Unknown({ description: 'JSON Schema of the value' }),
    default: Type.Unknown({ description: 'The default; null if there is none' }),
    advanced: Type.Boolean({ description: 'Few need it, so pages fold it away' }),
    secret: Type.Boolean({ description: 'Stored separately, never shown' }),
    source: Type.Enum(['default', 'file', 'keyring', 'environment'], {
      description: "Where the current value comes from; requests can't change values set by the environment",
    }),
    environment_variable: Type.String(),
    example: Type.Optional(Type.Unknown()),
  },
  { $id: 'SettingDescription' },
)

export const settingsContract = defineContract({
  get: {
    method: 'GET',
    path: '/api/settings',
    summary: 'Read the current settings',
    result: SettingsView,
    example: { result: { LLM_MODEL: 'qwen3:8b', LLM_API_KEY: '••••3f9a', UNITS: 'metric' } },
  },
  update: {
    method: 'POST',
    path: '/api/settings',
    summary: 'Change settings',
    description:
      'Changes only the given settings, all of them or none, immediately. null restores the default; a masked ' +
      'secret that is sent back stays unchanged.',
    body: Type.Record(Type.String(), Type.Unknown(), { description: 'New values by name' }),
    result: SettingsView,
    errors: ['forbidden', 'storage_failed', 'storage_full'],
    example: {
      body: { LLM_MODEL: 'qwen3:8b' },
      result: { LLM_MODEL: 'qwen3:8b', LLM_API_KEY: null, UNITS: 'metric' },
    },
  },
  schema: {
    method: 'GET',
    path: '/api/settings/schema',
    summary: 'Describe every setting',
    result: Type.Object({ settings: Type.Array(SettingDescription) }),
    example: {
      result: {
        settings: [
          {
            name: 'UNITS',
            label: 'Units',
            group: 'You',
            description: 'Show weather and measures in metric or imperial units.',
            schema: { enum: ['metric', 'imperial'] },
            default: 'metric',
            advanced: false,
            secret: false,
            source: 'default',
            environment_variable: 'DESKHAND_UNITS',
          },
        ],
      },
    },
  },
})
