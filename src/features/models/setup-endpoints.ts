import { Type } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { ModelPick } from '../../contract/model-schema.ts'
import { literals, nullable } from '../../contract/schema.ts'

const ability = (description: string) =>
  nullable(Type.Boolean(), { description: `${description}; null if unknown` })

const Abilities = {
  tools: ability('Calls tools'),
  vision: ability('Reads images'),
  context_tokens: nullable(Type.Integer({ minimum: 0 }), {
    description: 'Context window in tokens; null if unknown',
  }),
}

const LocalServer = Type.Object({
  runtime: literals(['ollama', 'lmstudio', 'llamacpp', 'docker', 'vllm', 'jan'], {
    description: 'The program that serves the models',
  }),
  title: Type.String({ description: 'Its name' }),
  provider: Type.String({ description: 'Value for LLM_PROVIDER' }),
  base_url: Type.String({ description: 'Value for LLM_BASE_URL' }),
  models: Type.Array(
    Type.Object({ model: Type.String({ description: 'Value for LLM_MODEL' }), ...Abilities }),
    {
      description: 'Its models',
    },
  ),
})

const count = (description: string) => Type.Integer({ minimum: 0, description })
const cost = nullable(Type.Number({ minimum: 0 }), {
  description: "Price in US dollars; null if a call's price is unknown",
})

/** What a person needs to choose a model, and to see what it costs. */
export const setupEndpoints = defineContract({
  read: {
    method: 'GET',
    path: '/api/models',
    summary: 'The current model and its fallbacks',
    result: Type.Object({
      model: nullable(
        Type.Object({
          provider: Type.String({ description: 'LLM_PROVIDER' }),
          model: Type.String({ description: 'LLM_MODEL' }),
          ...Abilities,
        }),
        { description: 'The configured model; null if none' },
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
      'Checks the usual ports of Ollama, LM Studio, llama.cpp, Docker Model Runner, vLLM and Jan on 127.0.0.1, all at once, ' +
      'without a key and for 300 milliseconds. Anything else that answers is left out.',
    result: Type.Object({
      servers: Type.Array(LocalServer, { description: 'Servers that answered' }),
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
    description: 'Counts every complete answer, whatever it was for. Months are in UTC.',
    query: Type.Object({
      months: Type.Optional(
        Type.Integer({
          default: 12,
          minimum: 1,
          maximum: 120,
          description: 'Number of months, newest first',
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
              provider: Type.String({ description: 'Provider' }),
              model: Type.String({ description: 'Model' }),
              calls: count('Complete answers'),
              input_tokens: count('Tokens read'),
              cached_tokens: count('Input tokens the provider had cached'),
              output_tokens: count('Tokens written'),
              cost_usd: cost,
              cost_estimated: Type.Boolean({ description: 'Whether a price list was used' }),
            }),
            { description: 'Most expensive first' },
          ),
        }),
        { description: 'Months with model calls' },
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
