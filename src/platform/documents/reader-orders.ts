import type { ErrorCode } from '../../contract/errors.ts'

/** What the child that parses documents can be asked for, and what it answers. Everything here crosses a process. */
export interface ReaderOrders {
  readonly pdf_info: { readonly order: DocumentFile; readonly answer: PdfInfo }
  readonly pdf_pages: { readonly order: PdfPagesOrder; readonly answer: PdfPages }
  readonly pdf_search: { readonly order: PdfSearchOrder; readonly answer: PdfMatches }
  readonly docx: { readonly order: DocumentFile; readonly answer: DocxContent }
  readonly text: {
    readonly order: DocumentFile & { readonly mimeType: string }
    readonly answer: ExtractedText
  }
  readonly sections: {
    readonly order: DocumentFile & { readonly maxCharacters: number }
    readonly answer: DocumentSections
  }
  readonly picture: { readonly order: ShownPictureOrder; readonly answer: ShownPicture }
  readonly web_page: { readonly order: WebPageOrder; readonly answer: WebPage }
}

export type ReaderTask = keyof ReaderOrders
export type OrderOf<Task extends ReaderTask> = ReaderOrders[Task]['order']
export type AnswerOf<Task extends ReaderTask> = ReaderOrders[Task]['answer']

export interface DocumentFile {
  readonly path: string
}

export interface PdfInfo {
  /** Null when a password is needed to look inside. */
  readonly pages: number | null
  readonly encrypted: boolean
  readonly needsPassword: boolean
  readonly version: string | null
  readonly title: string | null
  readonly author: string | null
  readonly subject: string | null
  readonly producer: string | null
  readonly createdAt: string | null
  readonly modifiedAt: string | null
  /** Of the first page, in millimetres. */
  readonly pageSize: { readonly width: number; readonly height: number } | null
}

export interface PdfPagesOrder extends DocumentFile {
  readonly first: number
  /** The end of the document when left out. */
  readonly last?: number
  readonly maxCharacters: number
}

export interface PdfPage {
  readonly page: number
  readonly text: string
}

export interface PdfPages {
  readonly totalPages: number
  readonly pages: readonly PdfPage[]
  /** The page at which the limit of characters was reached. */
  readonly stoppedAt: number | null
  /** Whether the last page was cut, because it alone is longer than the limit. */
  readonly cut: boolean
}

export interface PdfSearchOrder extends DocumentFile {
  readonly query: string
  readonly maxMatches: number
}

export interface PdfMatches {
  readonly totalPages: number
  readonly total: number
  readonly pagesWithMatches: number
  readonly matches: readonly { readonly page: number; readonly match: string; readonly context: string }[]
  readonly hasText: boolean
}

export interface DocumentProperties {
  readonly title: string | null
  readonly author: string | null
  readonly createdAt: string | null
  readonly modifiedAt: string | null
}

export interface DocxContent extends DocumentProperties {
  readonly markdown: string
  readonly tables: readonly (readonly (readonly string[])[])[]
}

export interface ExtractedText {
  readonly title: string | null
  readonly text: string
}

export interface DocumentSections {
  /** Kind of file, read from its content. */
  readonly mimeType: string
  readonly title: string | null
  /** Those with text in them. The place is e.g. `page 3`; null where a document has no parts. */
  readonly sections: readonly { readonly place: string | null; readonly text: string }[]
  /** Whether there is more text than was asked for. */
  readonly isCut: boolean
}

export interface ShownPictureOrder extends DocumentFile {
  /** In pixels; what is larger is made smaller. */
  readonly maxEdge: number
}

export interface ShownPicture {
  /** Of the file. */
  readonly mediaType: string
  readonly fullWidth: number
  readonly fullHeight: number
  readonly sha256: string
  readonly shown: {
    readonly base64: string
    readonly mediaType: string
    readonly width: number
    readonly height: number
  }
}

export interface WebPageOrder extends DocumentFile {
  /** Where it came from: links in it are told from there. */
  readonly address: string
  /** As its sender declared it. */
  readonly charset: string | null
  /** Menus and everything, not only what the page is about. */
  readonly whole: boolean
}

export interface WebPage {
  readonly title: string | null
  readonly author: string | null
  readonly site: string | null
  readonly language: string | null
  readonly publishedAt: string | null
  /** Whether all of the page is in it, because that was wanted or nothing on it stands out. */
  readonly isWhole: boolean
  readonly markdown: string
}

export type ReaderMessage =
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'answer'; readonly answer: unknown }
  /** A failure that the caller can act on. */
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly message: string }
  /** A parser stumbled over the document. */
  | { readonly kind: 'stumbled'; readonly reason: string }

/** Longer texts are refused: five thousand pages are no document for a search by paragraphs. */
export const maxCharacters = 10_000_000
/** Largest file that is read at all; the same as for an upload. */
export const maxDocumentBytes = 100 * 1024 * 1024
