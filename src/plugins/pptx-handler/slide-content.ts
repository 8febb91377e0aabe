import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { openInput } from '../../platform/files/input-file.ts'
import type { SlideContent } from '../../platform/presentations/add-slide.ts'
import { bulletParagraphs, textParagraphs } from '../../platform/presentations/paragraphs.ts'
import { readPicture, type Picture } from '../../platform/presentations/picture-file.ts'
import { tableContent } from '../../platform/presentations/table-content.ts'
import type { SlideContentParams } from './params.ts'

/** What was asked for a slide, with its picture read and checked. */
export async function slideContent(params: SlideContentParams, call: ToolCall): Promise<SlideContent> {
  if (params.image_path !== undefined && params.table !== undefined) {
    throw new AppError('invalid_request', 'A slide can have an image or a table, not both. Use two slides.')
  }
  return {
    title: params.title?.trim() || undefined,
    paragraphs: [...textParagraphs(params.text ?? ''), ...bulletParagraphs(params.bullets ?? [])],
    picture: params.image_path ? await pictureAt(params.image_path, call) : undefined,
    table: params.table && tableContent(params.table.headers, params.table.rows),
    notes: params.notes?.trim() || undefined,
  }
}

async function pictureAt(path: string, call: ToolCall): Promise<Picture> {
  await using file = await openInput(path, call, { name: 'image_path' })
  return await readPicture(file.through)
}
