import { componentsIn, describeComponents, type Fetched } from '../../../src/components/describe.ts'
import { sourceOf } from '../../../src/components/sources.ts'
import { reasonOf, type Service } from '../../../src/components/view-kit/service.ts'
import type { Component } from '../../../src/contract/component-schema.ts'
import { writeBlocks, type WritingStyle } from '../../../src/contract/text/write-blocks.ts'

interface TextOptions {
  readonly style: WritingStyle
  readonly service: Service
}

/** An answer in words, to copy: what its components say, with the live and stored data that they show. */
export async function answerText(
  components: readonly Component[],
  { style, service }: TextOptions,
): Promise<string> {
  const found = new Map<Component, Fetched>()
  await Promise.all(
    componentsIn(components).map(async (component) => {
      found.set(component, await fetched(component, service))
    }),
  )
  const parts = await describeComponents(components, {
    fetched: (component) => found.get(component),
    now: new Date(),
  })
  return parts
    .map((blocks) => writeBlocks(blocks, style))
    .filter((text) => text !== '')
    .join('\n\n')
}

async function fetched(component: Component, service: Service): Promise<Fetched> {
  const source = sourceOf(component)
  if (!source) return { data: {} }
  const { method, path, body } = source
  try {
    const route = `${method} ${path}` as 'GET /api/store'
    const input = body === undefined ? {} : ({ body: JSON.parse(body) } as object)
    return { data: await service.call(route, input) }
  } catch (error) {
    return { problem: reasonOf(error) }
  }
}
