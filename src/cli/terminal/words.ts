/** `2026-03-02 09:30` here. Written by hand, because the names of months take longer to load than a list to fetch. */
export function stampInWords(timestamp: string): string {
  const moment = new Date(timestamp)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
  return `${day} ${two(moment.getHours())}:${two(moment.getMinutes())}`
}
