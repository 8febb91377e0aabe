import { mentions } from './matching.ts'

/** Words that say that it is an event, and not which. */
const generic = /\b(?:appointments?|meetings?|events?|with|our)\b/gi

/** Whether a title is meant by these words: all of them are in it; "dentist appointment" is also "Dentist". */
export function isNamed(title: string, words: string): boolean {
  const telling = words.replaceAll(generic, ' ').trim()
  return mentions(title, telling === '' ? words : telling)
}
