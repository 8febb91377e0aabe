import { afterAll, beforeAll, expect } from 'vitest'
import { startTestService, type TestService } from './service.ts'

interface Answer {
  /** Everything that was said, and why it could not be done. */
  readonly text: string
  readonly components: readonly Record<string, unknown>[]
}

/** One service for all tests of a file: what is said to it, and what it keeps. */
export function speakAboutStored() {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService()
  })
  afterAll(() => service[Symbol.asyncDispose]())
  return {
    async say(message: string): Promise<Answer> {
      const body = { message, context: { time_zone: 'Europe/Oslo' } }
      const { components, route } = await service.client.chat.send({ body })
      expect({ message, by: route.by }).toEqual({ message, by: 'router' })
      const said = components.flatMap(({ type, ...members }) =>
        type === 'text' ? [members['text']] : type === 'error' ? [members['message']] : [],
      )
      return { text: said.join('\n'), components }
    },
    async stored<Value = Record<string, unknown>>(key: string): Promise<Value> {
      return (await service.client.store.get({ params: { key } })) as Value
    },
    put(key: string, value: unknown) {
      return service.client.store.put({ params: { key }, body: value as object })
    },
  }
}

/** What the buttons of an answer say in the conversation. */
export function buttons({ components }: Answer): string[] {
  return components.flatMap(({ type, action }) =>
    type === 'button' ? [(action as { message?: string }).message ?? ''] : [],
  )
}
