import { createElement, lazy, type ComponentType } from 'react'

/** Right after a failure React asks once more; what it gets then must still be the failure, or it would ask for ever. */
const AGAIN_AFTER_MS = 1_000

/** Its code could not be fetched: the service is down, or a newer one serves other parts. */
export class UnloadedError extends Error {
  override readonly name = 'UnloadedError'

  constructor(cause: unknown) {
    super("Can't reach Deskhand to load this.", { cause })
  }
}

/** A part of the page whose code is fetched when it is first drawn. What could not be fetched can be tried again. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const fetching = (): ComponentType<Props> =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch (error) {
        setTimeout(() => (Part = fetching()), AGAIN_AFTER_MS)
        throw new UnloadedError(error)
      }
    }) as ComponentType<Props>
  let Part = fetching()
  return function LazyPart(props: Props) {
    return createElement(Part, props)
  }
}
