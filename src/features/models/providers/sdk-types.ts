import type { OpenAIProvider } from '@ai-sdk/openai'

/** The SDK's interface of a model, which every provider package implements: one request, one stream of parts. */
export type SdkModel = ReturnType<OpenAIProvider['responses']>
export type SdkOptions = Parameters<SdkModel['doStream']>[0]
export type SdkResult = Awaited<ReturnType<SdkModel['doGenerate']>>
export type SdkPart =
  Awaited<ReturnType<SdkModel['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never
