import { Type } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'

const SettingsView = Type.Record(Type.String(), Type.Unknown(), {
  $id: 'Settings',
  description:
    'Every setting by name. A secret shows its last four characters at most, an unset one is null.',
})

const SettingDescription = Type.Object(
  {
    name: Type.String(),
    group: Type.String({ description: 'Settings of one group belong together on a page' }),
    description: Type.String(),
    schema: Type.Unknown({ description: 'What a value must look like, as JSON Schema' }),
    default: Type.Unknown({ description: 'The value when none is set; null when there is none' }),
    secret: Type.Boolean({ description: 'Kept apart, never shown' }),
    source: Type.Enum(['default', 'file', 'keyring', 'environment'], {
      description: 'Where the value in force comes from; the environment cannot be changed by a request',
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
    summary: 'Read the settings in force',
    result: SettingsView,
    example: { result: { LLM_MODEL: 'qwen3:8b', LLM_API_KEY: '••••3f9a', UNITS: 'metric' } },
  },
  update: {
    method: 'POST',
    path: '/api/settings',
    summary: 'Change settings',
    description:
      'Only the settings that are named change, all of them or none, and at once. null brings back the default; a masked ' +
      'secret that is sent back stays as it is.',
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
            group: 'You',
            description: 'Whether weather and measures are shown in metric or imperial units.',
            schema: { enum: ['metric', 'imperial'] },
            default: 'metric',
            secret: false,
            source: 'default',
            environment_variable: 'DESKHAND_UNITS',
          },
        ],
      },
    },
  },
})
