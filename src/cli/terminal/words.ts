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

/** `2026-03-02 09:30` here. Written by hand, because the names of months take longer to load than a list to fetch. */
export function stampInWords(timestamp: string): string {
  const moment = new Date(timestamp)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
  return `${day} ${two(moment.getHours())}:${two(moment.getMinutes())}`
}
