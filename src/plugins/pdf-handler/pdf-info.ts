import { nullable } from '../../contract/schema.ts'
import { countOf } from '../../contract/text/counts.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { reasonToAsk } from '../../platform/files/asked-paths.ts'
import { openInput } from '../../platform/files/input-file.ts'
import { PdfPath } from './pdf-path.ts'

const text = (description: string) => nullable(Type.String(), { description })

const Data = Type.Object({
  path: Type.String({ description: 'The file' }),
  bytes: Type.Integer({ description: 'Its size' }),
  pages: nullable(Type.Integer(), {
    description: 'Number of pages; null if a password is needed to see them',
  }),
  encrypted: Type.Boolean({
    description: 'Whether it is encrypted; many encrypted files open without a password',
  }),
  needs_password: Type.Boolean({ description: 'Whether it needs a password to be read' }),
  title: text('Title in its properties'),
  author: text('Author in its properties'),
  subject: text('Subject in its properties'),
  producer: text('Program that made it'),
  created_at: text('When it was created, according to the file'),
  modified_at: text('When it was changed, according to the file'),
  pdf_version: text('Version of the format'),
  page_width_mm: nullable(Type.Integer(), { description: 'Width of the first page' }),
  page_height_mm: nullable(Type.Integer(), { description: 'Height of the first page' }),
})

export const pdfInfo = defineTool({
  action: 'PDF_INFO',
  title: 'Describe a PDF',
  description: 'Returns the number of pages, title, author, page size and encryption of a PDF.',
  params: Type.Object({ path: PdfPath }),
  data: Data,
  risk: 'read',
  reads: ['untrusted', 'private'],
  idempotent: true,
  phrases: ['how many pages has ~/contract.pdf', 'who wrote this pdf', 'pdf info', 'is the pdf encrypted'],
  example: { args: { path: '{folder}/contract.pdf' } },
  targets: { paths: ['path'] },
  needsApproval: (params, call) => reasonToAsk(call, [{ path: params.path, access: 'read' }]),
  async run(params, call) {
    await using file = await openInput(params.path, call)
    const { path } = file
    const { runReader } = await import('../../platform/documents/run-reader.ts')
    const info = await runReader('pdf_info', { path: file.through }, { signal: call.signal })
    const size = info.pages === null ? 'is password-protected' : `has ${countOf(info.pages, 'page')}`
    return {
      message: `${path} ${size}${info.title ? `; its title is "${info.title}"` : ''}.`,
      data: {
        path,
        bytes: file.held.stats.size,
        pages: info.pages,
        encrypted: info.encrypted,
        needs_password: info.needsPassword,
        title: info.title,
        author: info.author,
        subject: info.subject,
        producer: info.producer,
        created_at: info.createdAt,
        modified_at: info.modifiedAt,
        pdf_version: info.version,
        page_width_mm: info.pageSize?.width ?? null,
        page_height_mm: info.pageSize?.height ?? null,
      },
    }
  },
})
