import { basename, dirname } from 'node:path'
import type { Component } from '../../../../contract/component-schema.ts'

export interface FoundFile {
  readonly path: string
  readonly name?: string
  readonly type?: string
  readonly bytes?: number | null
  readonly modified_at?: string
  /** How it was found, where not all were found in the same way. */
  readonly matched?: string
  /** Where the words stand that it was found by. */
  readonly places?: readonly { readonly place: string | null; readonly text: string }[]
}

export const SHOWN_FILES = 30

export function filesIn(found: unknown): readonly FoundFile[] {
  return (Array.isArray(found) ? found : []) as readonly FoundFile[]
}

interface FileListOptions {
  readonly title: string
  readonly emptyText?: string
  /** What is said for the person who chooses one; it is opened when left out. */
  readonly messageFor?: (path: string) => string
}

export function fileList(
  files: readonly FoundFile[],
  { title, emptyText, messageFor }: FileListOptions,
): Component {
  return {
    type: 'list',
    title: title.slice(0, 200),
    items: files.slice(0, SHOWN_FILES).map((file) => itemOf(file, messageFor)),
    empty_text: emptyText ?? 'Nothing found.',
  }
}

function itemOf(
  { path, name, type, bytes, places, matched }: FoundFile,
  messageFor: FileListOptions['messageFor'],
) {
  const size = type === 'folder' ? 'folder' : typeof bytes === 'number' ? sizeText(bytes) : undefined
  return {
    text: plainName(name ?? basename(path)).slice(0, 1_000),
    detail: [dirname(path), matched, ...(places ?? []).slice(0, 1).map(placeText)]
      .filter((part) => part !== undefined)
      .join(' · ')
      .slice(0, 1_000),
    ...(size !== undefined && { badge: size }),
    action: messageFor ? { kind: 'chat', message: messageFor(path).slice(0, 4_000) } : { kind: 'open', path },
  }
}

function placeText({ place, text }: NonNullable<FoundFile['places']>[number]): string {
  return plainName([place, text].filter(Boolean).join(': '))
}

/** Names of files are not Markdown; but a mark is only hidden from it where it would be one. */
export function plainName(text: string): string {
  return text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll(/(?<![\p{L}\d])_|_(?![\p{L}\d])/gu, String.raw`\_`)
    .replaceAll(
      /[*`](?=.*[*`])|(?<=[*`].*)[*`]|~(?=.*~)|(?<=~.*)~|\$(?=.*\$)|(?<=\$.*)\$|<(?=[\p{L}/!?])|\[(?=[^\]]*\]\()/gu,
      String.raw`\$&`,
    )
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** As people say it: 30 MB. */
export function sizeText(bytes: number): string {
  const size = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1_000 ** size
  return `${size > 0 && value < 10 ? Math.round(value * 10) / 10 : Math.round(value)} ${bytes === 1 ? 'byte' : units[size]}`
}
