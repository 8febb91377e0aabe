import { Type } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { ModelUsage } from '../../contract/model-schema.ts'
import { closed, dictionary, exactlyOne, identifier, literals, nullable } from '../../contract/schema.ts'
import { setupEndpoints } from './setup-endpoints.ts'

const MAX_TEXT = 500_000

const Message = closed({
  role: literals(['system', 'user', 'assistant'], { description: 'Role' }),
  content: Type.String({ maxLength: MAX_TEXT, description: 'Text' }),
})

const Picture = closed(
  {
    file_id: Type.Optional(identifier('An image from POST /api/upload; for anything large')),
    data: Type.Optional(Type.String({ minLength: 1, description: 'The image itself, in base64' })),
    mime_type: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Data type, e.g. image/png; detected by default',
      }),
    ),
  },
  exactlyOne(['file_id', 'data']),
)

const modelErrors = ['not_configured', 'upstream_failed', 'upstream_timeout'] as const

export const modelsContract = defineContract({
  ...setupEndpoints,

  call: {
    method: 'POST',
    path: '/api/llm',
    anyCaller: true,
    summary: 'Call the configured model',
    description:
      "Goes to LLM_PROVIDER with the model LLM_MODEL, or to LLM_FALLBACK if that can't answer. Give exactly one of prompt and messages. With schema the " +
      'answer is also an object that matches it. With stream true the answer is server-sent events: text.delta {delta} as ' +
      'text arrives, then run.end with the members below, or run.error.',
    stream: 'on_request',
    body: closed(
      {
        prompt: Type.Optional(
          Type.String({ minLength: 1, maxLength: MAX_TEXT, description: 'A single question' }),
        ),
        messages: Type.Optional(
          Type.Array(Message, {
            minItems: 1,
            maxItems: 1000,
            description: 'A conversation, oldest message first',
          }),
        ),
        system: Type.Optional(
          Type.String({ maxLength: MAX_TEXT, description: 'Instructions for the model' }),
        ),
        model: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 200,
            description: 'Another model from the same provider, for this call',
          }),
        ),
        temperature: Type.Optional(
          Type.Number({
            minimum: 0,
            maximum: 2,
            description: "Randomness; the model's default if omitted",
          }),
        ),
        max_tokens: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 1_000_000,
            description: 'Maximum length of the answer in tokens',
          }),
        ),
        images: Type.Optional(
          Type.Array(Picture, { maxItems: 20, description: 'Images that belong to the last message' }),
        ),
        schema: Type.Optional(
          dictionary(Type.Unknown(), { description: 'JSON Schema the answer must match' }),
        ),
        stream: Type.Optional(
          Type.Boolean({ default: false, description: 'Answer with server-sent events' }),
        ),
      },
      exactlyOne(['prompt', 'messages']),
    ),
    result: Type.Object({
      text: Type.String({ description: "The model's answer" }),
      object: Type.Optional(Type.Unknown({ description: 'The answer as JSON, if schema was given' })),
      model: Type.String({ description: 'Model that answered' }),
      provider: Type.String({ description: 'Provider that answered' }),
      usage: ModelUsage,
      notices: Type.Optional(
        Type.Array(Type.String(), {
          description: 'Notes about this answer, e.g. that another model gave it; omitted if none',
        }),
      ),
      finish_reason: literals(['stop', 'length', 'content_filter', 'other'], {
        description: 'Why it ended: naturally, at max_tokens, withheld by the provider, or otherwise',
      }),
    }),
    errors: modelErrors,
    example: {
      body: { prompt: 'Name the capital of Norway in one word.', max_tokens: 10 },
      result: {
        text: 'Oslo',
        model: 'llama3.2',
        provider: 'ollama',
        usage: {
          input_tokens: 14,
          output_tokens: 2,
          total_tokens: 16,
          cached_tokens: null,
          cost_usd: 0,
          cost_estimated: false,
        },
        finish_reason: 'stop',
      },
    },
  },

  test: {
    method: 'POST',
    path: '/api/llm/test',
    summary: 'Check whether a model answers and what it can do',
    description:
      'Makes a few small calls with the current settings, or with the values given here before you ' +
      "save them. A model that can't be reached is an answer with ok false, not an error. A stored key is only used with " +
      'the address it was stored for.',
    body: closed({
      provider: Type.Optional(
        Type.String({ minLength: 1, maxLength: 100, description: 'Overrides LLM_PROVIDER' }),
      ),
      model: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Overrides LLM_MODEL' })),
      base_url: Type.Optional(
        Type.String({ minLength: 1, maxLength: 2048, description: 'Overrides LLM_BASE_URL' }),
      ),
      api_key: Type.Optional(
        Type.String({ maxLength: 1000, writeOnly: true, description: 'Overrides LLM_API_KEY; not stored' }),
      ),
    }),
    result: Type.Object({
      ok: Type.Boolean({ description: 'The model answered' }),
      message: Type.String({ description: 'The outcome in a sentence; on failure, what to change' }),
      provider: nullable(Type.String(), { description: 'The provider; null if none is set' }),
      model: nullable(Type.String(), { description: 'The model; null if none is set' }),
      latency_ms: nullable(Type.Integer({ minimum: 0 }), { description: 'Time until the first full answer' }),
      capabilities: nullable(
        Type.Object({
          tools: Type.Boolean({ description: 'Calls tools' }),
          json_schema: Type.Boolean({ description: 'Answers in a given schema' }),
          vision: Type.Boolean({ description: 'Reads images' }),
          streaming: Type.Boolean({ description: 'Streams its answers' }),
          context_tokens: nullable(Type.Integer({ minimum: 0 }), {
            description: 'Context window in tokens; null if unknown',
          }),
        }),
        { description: "What it can do; null if it didn't answer" },
      ),
    }),
    example: {
      body: { provider: 'ollama', model: 'llama3.2', base_url: 'http://127.0.0.1:11434' },
      result: {
        ok: true,
        message: "llama3.2 answers and can call tools. It can't read images.",
        provider: 'ollama',
        model: 'llama3.2',
        latency_ms: 412,
        capabilities: {
          tools: true,
          json_schema: true,
          vision: false,
          streaming: true,
          context_tokens: 131_072,
        },
      },
    },
  },

  assist: {
    method: 'POST',
    path: '/api/assist',
    anyCaller: true,
    summary: 'Follow an instruction about a text',
    body: closed({
      instruction: Type.String({ minLength: 1, maxLength: 20_000, description: 'What to do' }),
      text: Type.Optional(Type.String({ maxLength: MAX_TEXT, description: 'The text to work on' })),
    }),
    result: Type.Object({ text: Type.String({ description: 'The result, nothing else' }) }),
    errors: modelErrors,
    example: {
      body: { instruction: 'Turn this into a polite question', text: 'send me the file' },
      result: { text: 'Could you please send me the file?' },
    },
  },

  transform: {
    method: 'POST',
    path: '/api/transform',
    anyCaller: true,
    summary: 'Improve, shorten, expand, correct or continue a text',
    body: closed({
      text: Type.String({ minLength: 1, maxLength: MAX_TEXT, description: 'The selected text' }),
      // Apart: in one list, generators would give the last two the same name.
      action: Type.Union(
        [
          literals(['improve', 'shorten', 'expand', 'fix_grammar', 'continue']),
          Type.Literal('fix grammar', { description: 'The same as fix_grammar' }),
        ],
        { description: 'What to do with it; fix grammar is the same as fix_grammar' },
      ),
      instruction: Type.Optional(
        Type.String({ maxLength: 20_000, description: 'Extra instructions, e.g. keep the British spelling' }),
      ),
    }),
    result: Type.Object({
      text: Type.String({ description: 'The new text, nothing else; for continue only what follows' }),
      action: literals(['improve', 'shorten', 'expand', 'fix_grammar', 'continue'], {
        description: 'What was done',
      }),
    }),
    errors: modelErrors,
    example: {
      body: { text: 'He go to school yesterday.', action: 'fix_grammar' },
      result: { text: 'He went to school yesterday.', action: 'fix_grammar' },
    },
  },
})
