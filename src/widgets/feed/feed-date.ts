/** Zones that feeds write and JavaScript does not know. */
const zones: Readonly<Record<string, string>> = {
  CET: '+0100',
  CEST: '+0200',
  BST: '+0100',
  EET: '+0200',
  EEST: '+0300',
  MSK: '+0300',
  JST: '+0900',
  HKT: '+0800',
  SGT: '+0800',
  AEST: '+1000',
  AEDT: '+1100',
}

/** A date as feeds write it, as ISO 8601 in UTC; null for what cannot be one. Without a zone it is taken as UTC. */
export function feedDate(text: string | null): string | null {
  const given = text?.trim() ?? ''
  if (given === '') return null
  const moment = /^\d{9,10}$/.test(given) ? Number(given) * 1000 : Date.parse(normal(given))
  if (Number.isNaN(moment)) return null
  const year = new Date(moment).getUTCFullYear()
  return year >= 1970 && year < 2200 ? new Date(moment).toISOString() : null
}

function normal(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(text)) return `${text.replace(' ', 'T')}Z`
  const withColon = text.replace(/ (\d\d)(\d\d)(?= |$)(?! *\d\d:)/, (whole, hour, minute) =>
    Number(hour) < 24 && Number(minute) < 60 && /\d \d\d\d\d [A-Z]/.test(text) ? ` ${hour}:${minute}` : whole,
  )
  const withZone = withColon.replace(/\b([A-Z]{3,4})$/, (name) => zones[name] ?? name)
  return /(?:[+-]\d\d:?\d\d|[A-Z]+)$/i.test(withZone) ? withZone : `${withZone} UTC`
}
