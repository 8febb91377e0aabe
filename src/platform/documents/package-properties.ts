import type { OoxmlPackage } from '../archives/ooxml-package.ts'
import type { DocumentProperties } from './reader-orders.ts'

/** What an Office document says about itself. Empty and broken properties are as good as none. */
export async function packageProperties(pack: OoxmlPackage): Promise<DocumentProperties> {
  const part = await pack.related('', 'core-properties')
  const { root } = part === undefined ? {} : await pack.xml(part)
  const text = (local: string): string | null =>
    root?.children.find((child) => child.local === local)?.text.trim() || null
  return {
    title: text('title'),
    author: text('creator'),
    createdAt: moment(text('created')),
    modifiedAt: moment(text('modified')),
  }
}

function moment(value: string | null): string | null {
  const date = new Date(value ?? '')
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
