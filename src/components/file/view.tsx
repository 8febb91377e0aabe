import {
  Download,
  File as FileIcon,
  FileArchive,
  FileCode,
  FileImage,
  FileSpreadsheet,
  FileText,
  Folder,
  type LucideIcon,
} from 'lucide-react'
import { Card, CopyButton } from '../view-kit/card.tsx'
import { Button } from '../view-kit/controls/controls.tsx'
import { formatBytes } from '../../contract/text/numbers.ts'
import { Picture } from '../view-kit/picture.tsx'
import { Ago } from '../view-kit/states.tsx'
import { isPicture, Thumbnail } from '../view-kit/thumbnail.tsx'
import { useSay } from '../view-kit/action.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

const ICONS: readonly (readonly [RegExp, LucideIcon])[] = [
  [/^image\//, FileImage],
  [/sheet|excel|csv/, FileSpreadsheet],
  [/zip|tar|compressed/, FileArchive],
  [/json|javascript|xml|html|x-/, FileCode],
  [/directory/, Folder],
  [/text|pdf|word|presentation/, FileText],
]

export function FileView({
  name,
  path,
  file_id,
  url,
  mime_type = '',
  size_bytes,
  modified_at,
  preview,
  image_url,
}: ViewProps<'file'>) {
  const say = useSay()
  const Icon = ICONS.find(([kind]) => kind.test(mime_type))?.[1] ?? FileIcon
  return (
    <Card
      icon={<Icon aria-hidden className="size-4" />}
      title={name}
      state={modified_at !== undefined && <Ago at={modified_at} />}
    >
      <div className="flex flex-col gap-3">
        <FilePicture {...{ name, path, file_id, url, mime_type, image_url }} />
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-3">
          {size_bytes !== undefined && <span className="tabular-nums">{formatBytes(size_bytes)}</span>}
          {mime_type !== '' && <span className="clip max-w-60">{mime_type.split('/').at(-1)}</span>}
          {path !== undefined && (
            <span className="flex min-w-0 items-center gap-1">
              <code className="clip text-xs">{path}</code>
              <CopyButton text={path} label="Copy the path" />
            </span>
          )}
        </p>
        {preview !== undefined && (
          <p className="line-clamp-4 text-sm whitespace-pre-wrap text-ink-2">{preview}</p>
        )}
        <div className="flex flex-wrap gap-2">
          {url !== undefined && (
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex min-h-9 items-center gap-2 rounded-lg border border-line px-3 text-sm font-medium hover:bg-surface-2"
            >
              <Download aria-hidden className="size-4" /> Open
            </a>
          )}
          <Button onClick={() => say(`Summarize ${path ?? url ?? name}`)}>Summarize</Button>
        </div>
      </div>
    </Card>
  )
}

interface FilePictureProps {
  readonly name: string
  readonly path: string | undefined
  readonly file_id: string | undefined
  readonly url: string | undefined
  readonly mime_type: string
  readonly image_url: string | undefined
}

/** The picture that came with it, or a small version of the one that it is. */
function FilePicture({ name, path, file_id, url, mime_type, image_url }: FilePictureProps) {
  if (image_url !== undefined)
    return <Picture url={image_url} alt={name} className="max-h-48 w-full rounded-lg object-contain" />
  if (url !== undefined || !(mime_type.startsWith('image/') || isPicture(name))) return null
  return (
    <Thumbnail
      path={path}
      fileId={file_id}
      alt={name}
      edge={768}
      className="max-h-48 max-w-full rounded-lg object-contain"
    />
  )
}
