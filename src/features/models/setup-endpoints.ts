import { Type } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { ModelPick } from '../../contract/model-schema.ts'
import { literals, nullable } from '../../contract/schema.ts'

const ability = (description: string) =>
  nullable(Type.Boolean(), { description: `${description}; null where nobody says` })

const Abilities = {
  tools: ability('Calls tools'),
  vision: ability('Reads pictures'),
  context_tokens: nullable(Type.Integer({ minimum: 0 }), {
    description: 'Most tokens that it takes in; null where nobody says',
  }),
}

const LocalServer = Type.Object({
  runtime: literals(['ollama', 'lmstudio', 'llamacpp', 'docker', 'vllm', 'jan'], {
    description: 'The program that serves the models',
  }),
  title: Type.String({ description: 'What it is called' }),
  provider: Type.String({ description: 'LLM_PROVIDER for it' }),
  base_url: Type.String({ description: 'LLM_BASE_URL for it' }),
  models: Type.Array(Type.Object({ model: Type.String({ description: 'LLM_MODEL for it' }), ...Abilities }), {
    description: 'What it has, as it lists them',
  }),
})

const count = (description: string) => Type.Integer({ minimum: 0, description })
const cost = nullable(Type.Number({ minimum: 0 }), {
  description: 'Price in US dollars; null when the price of a call is not known',
})

/** What a person needs to choose a model, and to see what it costs. */
export const setupEndpoints = defineContract({
  read: {
    method: 'GET',
    path: '/api/models',
    summary: 'The model in use and those that stand in for it',
    result: Type.Object({
      model: nullable(
        Type.Object({
          provider: Type.String({ description: 'LLM_PROVIDER' }),
          model: Type.String({ description: 'LLM_MODEL' }),
          ...Abilities,
        }),
        { description: 'What is set; null without a model' },
      ),
      fallback: Type.Array(ModelPick, { description: 'LLM_FALLBACK without the names of keys' }),
    }),
    example: {
      result: {
        model: { provider: 'ollama', model: 'qwen3:8b', tools: true, vision: false, context_tokens: 40_960 },
        fallback: [],
      },
    },
  },

  findLocal: {
    method: 'GET',
    path: '/api/models/local',
    summary: 'Find model servers on this machine',
    description:
      'Asks the usual ports of Ollama, LM Studio, llama.cpp, Docker Model Runner, vLLM and Jan on 127.0.0.1, all at once, ' +
      'without a key and for 300 milliseconds. What answers otherwise than these do is left out.',
    result: Type.Object({
      servers: Type.Array(LocalServer, { description: 'Those that answered' }),
    }),
    example: {
      result: {
        servers: [
          {
            runtime: 'ollama',
            title: 'Ollama',
            provider: 'ollama',
            base_url: 'http://127.0.0.1:11434',
            models: [{ model: 'qwen3:8b', tools: true, vision: false, context_tokens: 40_960 }],
          },
        ],
      },
    },
  },

  readUsage: {
    method: 'GET',
    path: '/api/models/usage',
    summary: 'Tokens and price by month and model',
    description:
      'Counts every whole answer of a model, whatever it was for, since this service counts them. Months are those of UTC.',
    query: Type.Object({
      months: Type.Optional(
        Type.Integer({
          default: 12,
          minimum: 1,
          maximum: 120,
          description: 'How many months, the newest first',
        }),
      ),
    }),
    result: Type.Object({
      months: Type.Array(
        Type.Object({
          month: Type.String({ description: 'Year and month, e.g. 2026-03' }),
          cost_usd: cost,
          models: Type.Array(
            Type.Object({
              provider: Type.String({ description: 'Who was called' }),
              model: Type.String({ description: 'The model that was called' }),
              calls: count('Whole answers'),
              input_tokens: count('Tokens read'),
              cached_tokens: count('Of these, those that the provider still had from before'),
              output_tokens: count('Tokens written'),
              cost_usd: cost,
              cost_estimated: Type.Boolean({ description: 'Whether a list of prices was used' }),
            }),
            { description: 'The most expensive first' },
          ),
        }),
        { description: 'Months in which a model was called' },
      ),
    }),
    example: {
      query: { months: 1 },
      result: {
        months: [
          {
            month: '2026-03',
            cost_usd: 0.42,
            models: [
              {
                provider: 'anthropic',
                model: 'claude-sonnet-4-5',
                calls: 31,
                input_tokens: 186_000,
                cached_tokens: 120_000,
                output_tokens: 12_400,
                cost_usd: 0.42,
                cost_estimated: true,
              },
            ],
          },
        ],
      },
    },
  },
})
