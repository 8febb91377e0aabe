import { countOf } from '../../contract/text/counts.ts'
export const indexStates = [
  'off',
  'waiting',
  'looking',
  'reading',
  'ready',
  'paused',
  'on_battery',
  'disk_full',
] as const
export type IndexState = (typeof indexStates)[number]

export interface IndexStatus {
  readonly state: IndexState
  readonly message: string
  /** With those that wait; about, as long as nobody has looked into all of them. */
  readonly files: number
  readonly indexed: number
  readonly waiting: number
  readonly too_large: number
  readonly unreadable: number
  readonly folders: string[]
  /** Of the index on disk. */
  readonly bytes: number
  readonly looked_at: string | null
}

/** How far it is, for a person. */
export function sentenceOf(status: Omit<IndexStatus, 'message'>): string {
  const { state, indexed, waiting, files } = status
  if (state === 'off') return "Your files' contents are not indexed."
  const isComplete = waiting === 0 && status.looked_at !== null
  const counted = isComplete
    ? `${countOf(indexed, 'file')} indexed.`
    : files === 0
      ? ''
      : `Indexed ${indexed.toLocaleString('en')} of about ${countOf(files, 'file')}.`
  return [counted, because[state], leftOut(status)].filter(Boolean).join(' ')
}

const because: Readonly<Record<IndexState, string>> = {
  off: '',
  waiting: 'Your folders are checked again later.',
  looking: 'Looking for changes.',
  reading: '',
  ready: '',
  paused: 'Paused by you.',
  on_battery: 'Resumes when the machine is plugged in.',
  disk_full: 'Resumes when the disk has 1 GB free.',
}

function leftOut({ too_large, unreadable }: Pick<IndexStatus, 'too_large' | 'unreadable'>): string {
  const parts = [
    ...(too_large > 0 ? [`${countOf(too_large, 'file')} too large`] : []),
    ...(unreadable > 0 ? [`${countOf(unreadable, 'file')} that couldn't be read`] : []),
  ]
  return parts.length === 0 ? '' : `Left out: ${parts.join(' and ')}.`
}
