import { useLiveData } from './live-data.ts'

const READ_EVERY_MS = 600_000

/** The currency that is given, else that of the settings. */
export function useBaseCurrency(given: string | undefined): string {
  const { data } = useLiveData('GET /api/settings', {}, { everyMs: READ_EVERY_MS })
  const set = data?.['BASE_CURRENCY']
  return given ?? (typeof set === 'string' ? set : 'USD')
}
