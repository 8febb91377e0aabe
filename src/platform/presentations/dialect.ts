/**
 * The format has two dialects that differ in their namespaces and in how a percentage is written: "transitional", which
 * nearly every program writes, and "strict". What is added to a file speaks the dialect of that file.
 */
export interface Dialect {
  readonly name: 'transitional' | 'strict'
  /** Namespaces by the prefix that is used for them here. */
  readonly namespaces: { readonly p: string; readonly a: string; readonly r: string }
  readonly tableUri: string
  readonly percent: (percent: number) => string
}

export const transitional: Dialect = {
  name: 'transitional',
  namespaces: {
    p: 'http://schemas.openxmlformats.org/presentationml/2006/main',
    a: 'http://schemas.openxmlformats.org/drawingml/2006/main',
    r: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  },
  tableUri: 'http://schemas.openxmlformats.org/drawingml/2006/table',
  percent: (percent) => String(Math.round(percent * 1000)),
}

const strict: Dialect = {
  name: 'strict',
  namespaces: {
    p: 'http://purl.oclc.org/ooxml/presentationml/main',
    a: 'http://purl.oclc.org/ooxml/drawingml/main',
    r: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
  },
  tableUri: 'http://purl.oclc.org/ooxml/drawingml/table',
  percent: (percent) => `${Math.round(percent * 1000) / 1000}%`,
}

export function dialectOfNamespace(uri: string): Dialect | undefined {
  return [transitional, strict].find((dialect) => dialect.namespaces.p === uri)
}

export function relationshipType(dialect: Dialect, kind: string): string {
  return `${dialect.namespaces.r}/${kind}`
}

/** All three prefixes declared, for the root of a new part. */
export function rootNamespaces({ namespaces }: Dialect): string {
  return `xmlns:a="${namespaces.a}" xmlns:r="${namespaces.r}" xmlns:p="${namespaces.p}"`
}

export const presentationTypes = {
  slide: 'application/vnd.openxmlformats-officedocument.presentationml.slide+xml',
  slideLayout: 'application/vnd.openxmlformats-officedocument.presentationml.slideLayout+xml',
  slideMaster: 'application/vnd.openxmlformats-officedocument.presentationml.slideMaster+xml',
  notesSlide: 'application/vnd.openxmlformats-officedocument.presentationml.notesSlide+xml',
  notesMaster: 'application/vnd.openxmlformats-officedocument.presentationml.notesMaster+xml',
  theme: 'application/vnd.openxmlformats-officedocument.theme+xml',
} as const
