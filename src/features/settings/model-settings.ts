import { Type } from '../../contract/type.ts'
import { limits } from '../../contract/limits.ts'
import { providerNames } from '../../contract/model-schema.ts'
import { declareSetting } from './declare-setting.ts'
import { HttpUrl, Key, Line } from './value-schemas.ts'

const group = 'Language model'

const Provider = Type.Enum([...providerNames])

const Fallback = Type.Object(
  {
    provider: Provider,
    model: Line,
    base_url: Type.Optional(HttpUrl),
    key_setting: Type.Optional(Type.Enum(['LLM_API_KEY', 'LLM_FALLBACK_API_KEY', 'LLM_FALLBACK_2_API_KEY'])),
  },
  { additionalProperties: false },
)

export const modelSettings = [
  declareSetting({
    name: 'LLM_PROVIDER',
    label: 'Provider',
    group,
    description: 'Who runs the language model. Without one, chat only answers what needs no model.',
    schema: Provider,
    default: null,
    example: 'ollama',
  }),
  declareSetting({
    name: 'LLM_MODEL',
    label: 'Model',
    group,
    description: "The model's name, as its provider writes it.",
    schema: Line,
    default: null,
    example: 'qwen3:8b',
  }),
  declareSetting({
    name: 'LLM_API_KEY',
    label: 'API key',
    group,
    description: 'The key for the model provider. It is only sent to that provider.',
    schema: Key,
    default: null,
    secret: true,
  }),
  declareSetting({
    name: 'LLM_BASE_URL',
    label: 'Server address',
    group,
    description: "The address of the model server, if it isn't the provider's usual one.",
    schema: HttpUrl,
    default: null,
    example: 'http://127.0.0.1:11434',
  }),
  declareSetting({
    name: 'LLM_FALLBACK',
    label: 'Fallback models',
    group,
    description:
      'Models to use when the first one is overloaded, failing or unreachable, in this order; each with the setting that has its key. A model on this machine is only replaced by a hosted one if you list it here.',
    schema: Type.Array(Fallback, { maxItems: 4 }),
    default: [],
    example: [{ provider: 'anthropic', model: 'claude-sonnet-4-5', key_setting: 'LLM_FALLBACK_API_KEY' }],
  }),
  declareSetting({
    name: 'LLM_FALLBACK_API_KEY',
    label: 'Fallback API key',
    group,
    description:
      'The key for the first model in LLM_FALLBACK that names this setting. It is only sent to that one.',
    schema: Key,
    default: null,
    secret: true,
  }),
  declareSetting({
    name: 'LLM_FALLBACK_2_API_KEY',
    label: 'Second fallback API key',
    advanced: true,
    group,
    description: 'A second fallback key.',
    schema: Key,
    default: null,
    secret: true,
  }),
  declareSetting({
    name: 'LLM_CONTEXT_TOKENS',
    label: 'Context size',
    advanced: true,
    group,
    description: 'The most text the model sees at once, in tokens. Defaults to what its server supports.',
    schema: Type.Integer({ minimum: 1024, maximum: 10_000_000 }),
    default: null,
    example: 32_768,
  }),
  declareSetting({
    name: 'LLM_CONCURRENCY',
    label: 'Parallel model calls',
    advanced: true,
    group,
    description: 'Model calls that run at the same time. The rest wait their turn.',
    schema: Type.Integer({ minimum: 1, maximum: 256 }),
    default: limits.model_calls.value,
  }),
  declareSetting({
    name: 'LLM_PATIENCE_SECONDS',
    label: 'Wait for an answer',
    advanced: true,
    group,
    description:
      'How long to wait for the start of an answer. Defaults to 30 seconds, or 120 if the model runs on this machine and may need to load first.',
    schema: Type.Integer({ minimum: 5, maximum: 3600 }),
    default: null,
    example: 300,
  }),
  declareSetting({
    name: 'VISION_MODEL',
    label: 'Model for images',
    group,
    description: "The model for images and the screen, if it isn't the chat model.",
    schema: Line,
    default: null,
    example: 'qwen3-vl:8b',
  }),
  declareSetting({
    name: 'SUBTASK_MODEL',
    label: 'Model for sub-tasks',
    group,
    description:
      "The model for sub-tasks, if it isn't the chat model; from the same provider, usually a cheaper one.",
    schema: Line,
    default: null,
    example: 'qwen3:4b',
  }),
  declareSetting({
    name: 'VISION_COORDINATES',
    label: 'Screen coordinates',
    advanced: true,
    group,
    description: "How the vision model names a point on the screen. Chosen from the model's name by default.",
    schema: Type.Enum(['pixel', 'norm1000', 'norm1', 'smart28']),
    default: null,
    example: 'norm1000',
  }),
  declareSetting({
    name: 'CHAT_TOOL_STEPS',
    label: 'Tool calls per answer',
    advanced: true,
    group,
    description: 'Tool calls a model may make per answer.',
    schema: Type.Integer({ minimum: 1, maximum: 200 }),
    default: limits.chat_tool_steps.value,
  }),
  declareSetting({
    name: 'CHAT_TOKEN_BUDGET',
    label: 'Tokens per answer',
    advanced: true,
    group,
    description: 'Tokens an answer may use across all its model calls.',
    schema: Type.Integer({ minimum: 1000, maximum: 100_000_000 }),
    default: 500_000,
  }),
  declareSetting({
    name: 'CHAT_SECONDS',
    label: 'Time per answer',
    advanced: true,
    group,
    description: 'Seconds an answer may take, not counting approvals.',
    schema: Type.Integer({ minimum: 10, maximum: 86_400 }),
    default: 600,
  }),
  declareSetting({
    name: 'COMPUTER_TOKEN_BUDGET',
    label: 'Tokens per computer task',
    advanced: true,
    group,
    description: 'Tokens a computer control task may use across all its model calls.',
    schema: Type.Integer({ minimum: 1000, maximum: 100_000_000 }),
    default: 1_000_000,
  }),
  declareSetting({
    name: 'COMPUTER_SECONDS',
    label: 'Time per computer task',
    advanced: true,
    group,
    description: 'Seconds a computer control task may take, not counting approvals.',
    schema: Type.Integer({ minimum: 10, maximum: 86_400 }),
    default: 600,
  }),
] as const
