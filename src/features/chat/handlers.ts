import type { Handlers } from '../../contract/endpoint.ts'
import { componentCatalog } from './components/component-catalog.ts'
import { knownTypes } from './components/known-types.ts'
import type { chatContract } from './contract.ts'

type Loaded = Parameters<typeof knownTypes>[0]

/** What the shell can draw is published before anything can be said. */
export function componentHandlers({
  loadComponents,
}: {
  loadComponents: () => Promise<{ definitions: Loaded; stored: Parameters<typeof componentCatalog>[1] }>
}): Pick<Handlers<typeof chatContract>, 'listComponents'> {
  let catalog: ReturnType<typeof componentCatalog> | undefined
  return {
    async listComponents() {
      if (!catalog) {
        const { definitions, stored } = await loadComponents()
        catalog = componentCatalog(knownTypes(definitions), stored)
      }
      return { ...catalog, components: [...catalog.components] }
    },
  }
}
