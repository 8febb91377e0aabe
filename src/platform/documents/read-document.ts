/** A part of a document that has a name of its own: a page, a sheet, a slide. */
export interface DocumentSection {
  /** Where it is, e.g. `page 3`; null where a document has no parts. */
  readonly place: string | null
  /** Stands before its text when all of them are read as one. */
  readonly heading?: string
  readonly text: string
}

export interface ReadDocument {
  readonly title: string | null
  readonly sections: readonly DocumentSection[]
}

export interface ReadingOptions {
  readonly onProgress: (fraction: number) => void
  /** Whoever asks has no use for more: reading may end there. */
  readonly maxCharacters: number
}
