const units = ['kB', 'MB', 'GB', 'TB', 'PB']

/** As file managers tell it: 7 bytes, 1.5 kB, 30 MB. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
  const step = Math.min(units.length, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1_000 ** step
  const rounded = value < 10 ? Math.round(value * 10) / 10 : Math.round(value)
  return rounded === 1_000 && step < units.length ? `1 ${units[step]}` : `${rounded} ${units[step - 1]}`
}
