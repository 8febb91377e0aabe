import { Type } from '../../contract/type.ts'

export const PdfPath = Type.String({
  minLength: 1,
  description: 'Absolute path of the .pdf file; ~ is your home folder',
})
