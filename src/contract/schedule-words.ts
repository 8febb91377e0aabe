const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const UNITS: Readonly<Record<string, string>> = {
  s: 'second',
  m: 'minute',
  h: 'hour',
  d: 'day',
  w: 'week',
}

/** When a schedule runs, as a person says it; a rare cron expression stays as it is. */
export function scheduleInWords({ cron, every }: { cron: string | null; every: string | null }): string {
  if (every !== null) return everyInWords(every)
  return cron === null ? 'never' : (cronInWords(cron.trim()) ?? cron)
}

function everyInWords(every: string): string {
  const [, count = '', unit = ''] = /^(\d+)([smhdw])$/.exec(every) ?? []
  const name = UNITS[unit]
  if (name === undefined) return `every ${every}`
  return count === '1' ? `every ${name}` : `every ${count} ${name}s`
}

function cronInWords(cron: string): string | undefined {
  const fields = cron.split(/\s+/)
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields
  if (fields.length !== 5 || `${day}${month}` !== '**') return undefined
  if (isNumber(minute) && isNumber(hour)) {
    const days = daysInWords(weekday)
    return days && `${days} at ${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  }
  return `${hour}${weekday}` === '**' ? minutesInWords(minute) : undefined
}

function minutesInWords(minute: string): string | undefined {
  if (minute === '*') return 'every minute'
  if (isNumber(minute)) return `every hour at minute ${Number(minute)}`
  const [, step] = /^\*\/(\d+)$/.exec(minute) ?? []
  return step === undefined ? undefined : `every ${step} minutes`
}

function daysInWords(weekday: string): string | undefined {
  if (weekday === '*') return 'every day'
  const [, from, to] = /^([0-7])-([0-7])$/.exec(weekday) ?? []
  if (from !== undefined) return `${DAYS[Number(from)]} to ${DAYS[Number(to)]}`
  if (!/^[0-7](?:,[0-7])*$/.test(weekday)) return undefined
  return weekday
    .split(',')
    .map((number) => `${DAYS[Number(number)]}s`)
    .join(', ')
}

function isNumber(field: string): boolean {
  return /^\d{1,2}$/.test(field)
}
