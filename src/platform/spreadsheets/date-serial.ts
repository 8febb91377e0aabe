const millisecondsPerDay = 86_400_000
const unixEpoch = 25_569
/** 1900-03-01: before it, programs disagree by a day about a 29 February that never was. */
const firstReliable = 61
const dayAfterLast = 2_958_466

/** Days since 1900 as spreadsheets count them, in UTC; undefined when a spreadsheet cannot show the date. */
export function dateToSerial(date: Date): number | undefined {
  const serial = date.getTime() / millisecondsPerDay + unixEpoch
  return serial >= firstReliable && serial < dayAfterLast ? serial : undefined
}

/** To the millisecond: the fraction of a day is a binary number and never exact. */
export function serialToDate(serial: number, epoch: 1900 | 1904 = 1900): Date {
  const days = epoch === 1904 ? serial + 1462 : serial < firstReliable - 1 ? serial + 1 : serial
  return new Date(Math.round((days - unixEpoch) * millisecondsPerDay))
}

export function hasTimeOfDay(date: Date): boolean {
  return date.getTime() % millisecondsPerDay !== 0
}
