export function bytesInWords(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]!}`
}

export function durationInWords(seconds: number): string {
  const parts: [number, string][] = [
    [86_400, 'd'],
    [3600, 'h'],
    [60, 'min'],
    [1, 's'],
  ]
  const words: string[] = []
  let rest = Math.floor(seconds)
  for (const [size, name] of parts) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0 && words.length < 2) words.push(`${count} ${name}`)
  }
  return words.join(' ') || '0 s'
}
