import { createContext, use } from 'react'
import type { AnswerOf } from '../../../../src/components/view-kit/service.ts'

export type Setting = AnswerOf<'GET /api/settings/schema'>['settings'][number]

export interface SettingsData {
  readonly settings: readonly Setting[]
  readonly values: Readonly<Record<string, unknown>>
  /** The setting that the address names. */
  readonly aimedAt: string | undefined
  readonly refresh: () => void
}

export const SettingsContext = createContext<SettingsData | undefined>(undefined)

export function useSettings(): SettingsData {
  const data = use(SettingsContext)
  if (!data) throw new Error('Used outside of the settings.')
  return data
}

/** A sentence of the service, with settings by the names that people see. */
export function inLabels(sentence: string, settings: readonly Setting[]): string {
  const labels = new Map(settings.map(({ name, label }) => [name, label]))
  return sentence.replaceAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g, (name) => {
    const label = labels.get(name)
    return label === undefined ? name : `“${label}”`
  })
}
