import { AppError } from '../../../../contract/errors.ts'
import type { Asked, Attachment, AnswerWriter } from '../../answering.ts'
import type { AttachedContent } from '../../attached-content.ts'
import { asSentence } from '../as-sentence.ts'
import { attachmentWish } from './attachment-wish.ts'
import { answerAbout } from './show-attachment.ts'

export interface AttachmentPort {
  /** What stands in a file that came with a message; throws why it cannot be read. */
  readonly readAttachment: (attachment: Attachment, asked: Asked) => Promise<AttachedContent>
  readonly hasModel: (asked: Asked) => boolean
}

/** Does what can be done with the files of a message without a model; false for everything else, with nothing said. */
export async function answerAttachments(
  port: AttachmentPort,
  asked: Asked,
  writer: AnswerWriter,
): Promise<boolean> {
  const attachments = attachmentsMeant(asked)
  const wish = attachments.length > 0 ? attachmentWish(asSentence(asked.message)) : undefined
  // A model reads better than it can be picked from.
  if (!wish || (wish.does !== 'show' && port.hasModel(asked))) return false
  const contents: AttachedContent[] = []
  try {
    for (const attachment of attachments) contents.push(await port.readAttachment(attachment, asked))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (port.hasModel(asked)) return false
    writer.route({ by: 'router', score: 1, candidates: [] })
    writer.say(error.message)
    return true
  }
  writer.route({ by: 'router', score: 1, candidates: [] })
  for (const content of contents) answerAbout(content, wish, writer)
  return true
}

/** Those that came with the message, else those of the message before: "summarize it". */
function attachmentsMeant({ attachments, earlier }: Asked): readonly Attachment[] {
  if (attachments.length > 0) return attachments
  return earlier.findLast(({ role }) => role === 'user')?.attachments ?? []
}
