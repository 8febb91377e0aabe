import type { Handlers } from '../../contract/endpoint.ts'
import type { settingsContract } from './contract.ts'
import type { Settings } from './settings-store.ts'

export function settingsHandlers({ settings }: { settings: Settings }): Handlers<typeof settingsContract> {
  return {
    get() {
      return settings.view()
    },
    async update({ body }, { provenance }) {
      await settings.update(body, provenance)
      return settings.view()
    },
    schema() {
      return { settings: settings.schema() }
    },
  }
}
