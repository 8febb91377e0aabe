import { AppError } from '../../contract/errors.ts'
import { openPdf, type PdfFile } from './pdf-file.ts'
import type { DocumentFile, PdfInfo } from './reader-orders.ts'

const millimetresPerPoint = 25.4 / 72

export async function readPdfInfo({ path }: DocumentFile): Promise<PdfInfo> {
  let pdf: PdfFile
  try {
    pdf = await openPdf(path)
  } catch (error) {
    // That it has a password is something to know about a PDF, not a failure to find out.
    if (error instanceof AppError && /password/.test(error.message)) return lockedInfo
    throw error
  }
  const info = await infoOf(pdf)
  const text = (name: string): string | null => {
    const value = info[name]
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
  }
  return {
    pages: pdf.numPages,
    encrypted: text('EncryptFilterName') !== null,
    needsPassword: false,
    version: text('PDFFormatVersion'),
    title: text('Title'),
    author: text('Author'),
    subject: text('Subject'),
    producer: text('Producer'),
    createdAt: momentOf(text('CreationDate')),
    modifiedAt: momentOf(text('ModDate')),
    pageSize: await pageSizeOf(pdf),
  }
}

export async function titleOfPdf(pdf: PdfFile): Promise<string | null> {
  const { Title: title } = await infoOf(pdf)
  return typeof title === 'string' && title.trim() !== '' ? title.trim() : null
}

const lockedInfo: PdfInfo = {
  pages: null,
  encrypted: true,
  needsPassword: true,
  version: null,
  title: null,
  author: null,
  subject: null,
  producer: null,
  createdAt: null,
  modifiedAt: null,
  pageSize: null,
}

async function infoOf(pdf: PdfFile): Promise<Record<string, unknown>> {
  try {
    return (await pdf.getMetadata()).info as Record<string, unknown>
  } catch {
    // A document is read even when what it says about itself is broken.
    return {}
  }
}

async function pageSizeOf(pdf: PdfFile): Promise<PdfInfo['pageSize']> {
  try {
    const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
    return {
      width: Math.round(width * millimetresPerPoint),
      height: Math.round(height * millimetresPerPoint),
    }
  } catch {
    return null
  }
}

/** `D:20260302093000+01'00'` as ISO 8601. */
function momentOf(date: string | null): string | null {
  const parts = /^(?:D:)?(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:([+-])(\d{2})'?(\d{2})?|Z)?/.exec(
    date ?? '',
  )
  if (!parts) return null
  const [
    ,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    sign,
    zoneHour,
    zoneMinute = '00',
  ] = parts
  const zone = sign ? `${sign}${zoneHour}:${zoneMinute}` : 'Z'
  const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}
