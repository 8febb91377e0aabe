/** Everything in the made home is dated by the day on which it is made, so that "overdue" and "tomorrow" mean something. */
export function day(offset: number): string {
  const date = new Date()
  date.setDate(date.getDate() + offset)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The next such day after today; 1 is Monday, 7 Sunday. */
export function nextWeekday(weekday: number): string {
  const today = new Date().getDay()
  const distance = (weekday - today + 7) % 7 || 7
  return day(distance)
}

/** A moment of this machine's clock. */
export function moment(date: string, time: string): number {
  return new Date(`${date}T${time}:00`).getTime()
}
