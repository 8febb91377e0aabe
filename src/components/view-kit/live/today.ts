/** The day where the reader is, e.g. 2026-03-02. */
export function today(at: Date = new Date()): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
