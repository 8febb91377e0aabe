/** A kind of slot: reads what words stand for, or says that they do not stand for it. */
export interface SlotKind<Context> {
  /** How many words it can take. */
  readonly longest: number
  /** Whether what it reads can be nothing else, so that a template needs no word beside it. */
  readonly isTelling?: boolean
  /** Whether commas and stops behind its words belong to it. */
  readonly keepsSigns?: boolean
  /** Whether it takes as many words as it can, where others leave what they can to what follows. */
  readonly isGreedy?: boolean
  readonly read: (text: string, context: Context) => unknown
}

export interface Capture {
  readonly name: string
  readonly kind: string
  readonly text: string
  readonly value: unknown
}
