import type { Provider } from '../../platform/upstream/provider.ts'
import { MINUTE } from '../kit/durations.ts'

/** An interface that nobody promised: it answers browsers only, and whoever asks too often waits for long. */
export const yahoo: Provider = {
  name: 'YAHOO',
  title: 'Yahoo Finance',
  origin: 'https://query1.finance.yahoo.com',
  caps: [
    { calls: 10, perSeconds: 10 },
    { calls: 40, perSeconds: 60 },
  ],
  introduction: 'browser',
  pauseMs: 15 * MINUTE,
}
