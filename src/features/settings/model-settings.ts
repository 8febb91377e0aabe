import { Type } from '../../contract/type.ts'
import { limits } from '../../contract/limits.ts'
import { providerNames } from '../../contract/model-schema.ts'
import { declareSetting } from './declare-setting.ts'
import { HttpUrl, Line, Secret } from './value-schemas.ts'

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
    group,
    description: 'Who runs the language model. Without one, chat answers with what needs no model.',
    schema: Provider,
    default: null,
    example: 'ollama',
  }),
  declareSetting({
    name: 'LLM_MODEL',
    group,
    description: "The model's identifier, as its provider writes it.",
    schema: Line,
    default: null,
    example: 'qwen3:8b',
  }),
  declareSetting({
    name: 'LLM_API_KEY',
    group,
    description: 'The key of the model provider. It is sent to that provider only.',
    schema: Secret,
    default: null,
    secret: true,
  }),
  declareSetting({
    name: 'LLM_BASE_URL',
    group,
    description: "The address of the model's server, when it is not the provider's usual one.",
    schema: HttpUrl,
    default: null,
    example: 'http://127.0.0.1:11434',
  }),
  declareSetting({
    name: 'LLM_FALLBACK',
    group,
    description:
      'Models that answer when the first one is overloaded, broken or out of reach, in this order; each with the setting that holds its key. A model on this machine is replaced by a hosted one only if that is listed here.',
    schema: Type.Array(Fallback, { maxItems: 4 }),
    default: [],
    example: [{ provider: 'anthropic', model: 'claude-sonnet-4-5', key_setting: 'LLM_FALLBACK_API_KEY' }],
  }),
  declareSetting({
    name: 'LLM_FALLBACK_API_KEY',
    group,
    description:
      'The key of the first model in LLM_FALLBACK that names this setting. It is sent to that one only.',
    schema: Secret,
    default: null,
    secret: true,
  }),
  declareSetting({
    name: 'LLM_FALLBACK_2_API_KEY',
    group,
    description: 'A second key of that kind.',
    schema: Secret,
    default: null,
    secret: true,
  }),
  declareSetting({
    name: 'LLM_CONTEXT_TOKENS',
    group,
    description:
      'The most text that the model gets to see at once, in tokens. Left unset, as much as its server says it can.',
    schema: Type.Integer({ minimum: 1024, maximum: 10_000_000 }),
    default: null,
    example: 32_768,
  }),
  declareSetting({
    name: 'LLM_CONCURRENCY',
    group,
    description: 'Model calls that run at the same time. Others wait their turn.',
    schema: Type.Integer({ minimum: 1, maximum: 256 }),
    default: limits.model_calls.value,
  }),
  declareSetting({
    name: 'LLM_PATIENCE_SECONDS',
    group,
    description:
      'How long to wait for the first sign of an answer. Left unset, 30 seconds, and 120 where the model runs on this machine and may have to be loaded first.',
    schema: Type.Integer({ minimum: 5, maximum: 3600 }),
    default: null,
    example: 300,
  }),
  declareSetting({
    name: 'VISION_MODEL',
    group,
    description: 'The model that looks at pictures and the screen, when it is not the one that answers chat.',
    schema: Line,
    default: null,
    example: 'qwen3-vl:8b',
  }),
  declareSetting({
    name: 'SUBTASK_MODEL',
    group,
    description:
      'The model that works on sub-tasks, when it is not the one that answers chat; one of the same provider, mostly a cheaper one.',
    schema: Line,
    default: null,
    example: 'qwen3:4b',
  }),
  declareSetting({
    name: 'VISION_COORDINATES',
    group,
    description:
      'How the vision model names a point on the screen. Left unset, it is chosen by the name of the model.',
    schema: Type.Enum(['pixel', 'norm1000', 'norm1', 'smart28']),
    default: null,
    example: 'norm1000',
  }),
  declareSetting({
    name: 'CHAT_TOOL_STEPS',
    group,
    description: 'Tool calls that a model may make for one answer.',
    schema: Type.Integer({ minimum: 1, maximum: 200 }),
    default: limits.chat_tool_steps.value,
  }),
  declareSetting({
    name: 'CHAT_TOKEN_BUDGET',
    group,
    description: 'Tokens that one answer may use, over all its model calls.',
    schema: Type.Integer({ minimum: 1000, maximum: 100_000_000 }),
    default: 500_000,
  }),
  declareSetting({
    name: 'CHAT_SECONDS',
    group,
    description: 'Seconds that one answer may take, approvals not counted.',
    schema: Type.Integer({ minimum: 10, maximum: 86_400 }),
    default: 600,
  }),
  declareSetting({
    name: 'COMPUTER_TOKEN_BUDGET',
    group,
    description: 'Tokens that one task of computer control may use, over all its model calls.',
    schema: Type.Integer({ minimum: 1000, maximum: 100_000_000 }),
    default: 1_000_000,
  }),
  declareSetting({
    name: 'COMPUTER_SECONDS',
    group,
    description: 'Seconds that one task of computer control may take, approvals not counted.',
    schema: Type.Integer({ minimum: 10, maximum: 86_400 }),
    default: 600,
  }),
] as const
