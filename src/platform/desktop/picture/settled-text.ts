import type { Settled } from '../desktop-driver.ts'

/** That a picture taken now may be too early; empty where it is not. */
export function settledText({ isBounded, tookMs }: Pick<Settled, 'isBounded' | 'tookMs'>): string {
  if (!isBounded) return ''
  const seconds = Math.round(tookMs / 100) / 10
  return `The screen was still changing after ${seconds} s.`
}
