import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { allowedPath } from '../../platform/files/paths.ts'
import type { SlideContent } from '../../platform/presentations/add-slide.ts'
import { bulletParagraphs, textParagraphs } from '../../platform/presentations/paragraphs.ts'
import { readPicture } from '../../platform/presentations/picture-file.ts'
import { tableContent } from '../../platform/presentations/table-content.ts'
import type { SlideContentParams } from './params.ts'

/** What was asked for a slide, with its picture read and checked. */
export async function slideContent(params: SlideContentParams, call: ToolCall): Promise<SlideContent> {
  if (params.image_path !== undefined && params.table !== undefined) {
    throw new AppError('invalid_request', 'A slide takes a picture or a table, not both: use two slides.')
  }
  const picturePath =
    params.image_path && (await allowedPath(params.image_path, call, { name: 'image_path', access: 'read' }))
  return {
    title: params.title?.trim() || undefined,
    paragraphs: [...textParagraphs(params.text ?? ''), ...bulletParagraphs(params.bullets ?? [])],
    picture: picturePath ? await readPicture(picturePath) : undefined,
    table: params.table && tableContent(params.table.headers, params.table.rows),
    notes: params.notes?.trim() || undefined,
  }
}
