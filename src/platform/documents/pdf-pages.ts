import { basename } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { openPdf, type PdfFile } from './pdf-file.ts'
import type { PdfPage, PdfPages, PdfPagesOrder } from './reader-orders.ts'
import { namedPath } from '../files/held.ts'

type OnProgress = (fraction: number) => void

export async function readPdfPages(order: PdfPagesOrder, onProgress: OnProgress): Promise<PdfPages> {
  const pdf = await openPdf(order.path)
  const totalPages = pdf.numPages
  if (order.first > totalPages) {
    const label = `"${basename(namedPath(order.path))}"`
    throw new AppError('invalid_request', `${label} has ${totalPages} pages, so no page ${order.first}.`)
  }
  const last = Math.min(order.last ?? totalPages, totalPages)
  const pages: PdfPage[] = []
  let room = order.maxCharacters
  for (let page = order.first; page <= last; page += 1) {
    const text = await pageText(pdf, page)
    if (text.length > room && pages.length > 0) return { totalPages, pages, stoppedAt: page, cut: false }
    pages.push({ page, text: text.slice(0, room) })
    if (text.length > room) return { totalPages, pages, stoppedAt: page, cut: true }
    room -= text.length
    onProgress((page - order.first + 1) / (last - order.first + 1))
  }
  return { totalPages, pages, stoppedAt: null, cut: false }
}

interface TextItem {
  readonly str: string
  readonly hasEOL: boolean
  readonly height: number
  readonly transform: readonly number[]
}

/** The text of a page, a line per line, with a blank line where the page leaves one. */
export async function pageText(pdf: PdfFile, number: number): Promise<string> {
  const page = await pdf.getPage(number)
  const content = await page.getTextContent()
  let text = ''
  let lastLine = { y: 0, height: 0 }
  for (const item of content.items as readonly (TextItem | { readonly type: string })[]) {
    if (!('str' in item)) continue
    const y = item.transform[5] ?? 0
    if (text.endsWith('\n') && item.str.trim() !== '' && isGap(lastLine.y - y, lastLine.height)) text += '\n'
    text += item.str
    if (item.str.trim() !== '') lastLine = { y, height: item.height }
    if (item.hasEOL) text += '\n'
  }
  // Without this every page stays in memory until the document is closed.
  page.cleanup()
  return text
    .replaceAll('\0', '')
    .replaceAll(/[^\S\n]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function isGap(distance: number, lineHeight: number): boolean {
  return lineHeight > 0 && distance > lineHeight * 1.9
}
