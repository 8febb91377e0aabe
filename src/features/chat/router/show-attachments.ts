import { AppError } from '../../../contract/errors.ts'
import type { Asked, Attachment, AnswerWriter } from '../answering.ts'
import type { AttachedText } from '../attached-text.ts'
import { asSentence } from './as-sentence.ts'
import { showText } from './intents/files/show-text.ts'
import { phrases } from './languages/en/phrases.ts'
import { compileTemplate } from './templates/compile-template.ts'
import { TemplateIndex } from './templates/match-templates.ts'

export interface AttachmentPort {
  /** What stands in a file that came with a message; throws why it cannot be read. */
  readonly readAttachment: (attachment: Attachment, asked: Asked) => Promise<AttachedText>
  readonly hasModel: (asked: Asked) => boolean
}

const sent = '(attached|uploaded|dropped|sent|added)'
const thing =
  '(file|files|(csv|excel|pdf|text|word) [file|files]|table|spreadsheet|sheet|document|documents|data|attachment|attachments)'
const it = `(it|this|that|these|them|what i [just] ${sent}|[(this|that|the|my|these|those)] [attached|uploaded|dropped|whole|entire] ${thing} [here] [[that|which] i [just] ${sent}])`
const see =
  '(open|show|read|display|view|print [out]|see|let me see|look at|take a look at|preview|load|pull up|bring up|give|(can|could|may) i see)'
const part = '[the] [first|top] (contents|content|data|rows|lines|text)'

/** How somebody says that what was dropped into the chat is to be seen, and nothing else. */
const index = new TemplateIndex<true, undefined>({})
for (const template of [
  `${see} [me|us] [${part} (of|in)] ${it}`,
  `${see} [me|us] ${part}`,
  // "I want to see this file", without its first words.
  it,
  '(show|open|display|view)',
  `what does ${it} say`,
  '[as] [a] table',
  `make [a] table (of|from) ${it}`,
  `what is [there] (in|inside) ${it}`,
  `[show [me]] what is (in|inside) ${it}`,
  '(open|show|display|view) [me] [it|this|[(this|the)] (file|data)] as [a] table',
])
  index.add(true, compileTemplate(template, phrases))

/** Shows the files of a message that wants only that; false for everything else, with nothing said. */
export async function showAttachments(
  port: AttachmentPort,
  asked: Asked,
  writer: AnswerWriter,
): Promise<boolean> {
  if (index.match(asSentence(asked.message).text, undefined).length === 0) return false
  const texts: AttachedText[] = []
  try {
    for (const attachment of asked.attachments) texts.push(await port.readAttachment(attachment, asked))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (port.hasModel(asked)) return false
    writer.route({ by: 'router', score: 1, candidates: [] })
    writer.say(error.message)
    return true
  }
  writer.route({ by: 'router', score: 1, candidates: [] })
  for (const { name, text, truncated } of texts) showText(writer, { name, text, more: truncated })
  return true
}
