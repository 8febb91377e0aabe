import type { Component } from '../../../../contract/component-schema.ts'
import { formatMoment } from '../../../../contract/text/moments.ts'
import { bytesText } from '../../../../contract/text/numbers.ts'
import { keySentences } from '../../../../platform/language/key-sentences.ts'
import type { AttachedContent, AttachedPicture, AttachedText } from '../../attached-content.ts'
import type { AnswerWriter } from '../../answering.ts'
import { plainName } from '../answers/file-list.ts'
import { showText } from '../intents/files/show-text.ts'
import { tableOf } from '../intents/files/shown-table.ts'
import { tableIn } from './attached-table.ts'
import type { AttachmentWish } from './attachment-wish.ts'
import { chartOfTable } from './chart-of-table.ts'
import { searchAttachment } from './search-attachment.ts'

type Writer = Pick<AnswerWriter, 'say' | 'add'>

/** Does with one file what can be done with it without a model. */
export function answerAbout(content: AttachedContent, wish: AttachmentWish, writer: Writer): void {
  if (wish.does === 'search') {
    const { text, shown } = searchAttachment(content, wish.words)
    writer.say(`${text}\n\n`)
    if (shown) writer.add(shown)
  } else if (wish.does === 'summarise') summarise(content, writer)
  else show(content, writer, wish.does === 'chart')
}

function show(content: AttachedContent, writer: Writer, chartFirst: boolean): void {
  if (content.kind === 'picture') return showPicture(content, writer)
  const table = tableIn(content)
  if (!table) {
    if (chartFirst) writer.say(`${plainName(content.name)} has no table to draw.\n\n`)
    return showText(writer, { name: content.name, text: textOf(content), more: isPart(content) })
  }
  const chart = chartOfTable(table)
  if (!chart && chartFirst) writer.say('There are no numbers with names in it that I could draw.\n\n')
  const shown = tableOf({ caption: table.name, columns: table.columns, rows: table.rows, more: table.more })
  writer.add(chart ? sideBySide(shown, chart, chartFirst) : shown)
  if (content.kind === 'sheet' && content.sheets.length > 1)
    writer.say(`This is “${plainName(content.sheet)}”. Sheets: ${content.sheets.map(plainName).join(', ')}.`)
}

function sideBySide(table: Component, chart: Component, chartFirst: boolean): Component {
  const tabs = [
    { label: 'Table', children: [table] },
    { label: 'Chart', children: [chart] },
  ]
  return { type: 'tabs', tabs, selected: chartFirst ? 1 : 0 }
}

function showPicture(
  { name, url, width, height, bytes, modified_at }: AttachedPicture,
  writer: Writer,
): void {
  const facts = [`${width} × ${height}`, bytesText(bytes), formatMoment(new Date(modified_at))]
  writer.add({
    type: 'image',
    url,
    alt: name.slice(0, 1_000),
    caption: `${name} · ${facts.join(' · ')}`.slice(0, 500),
    ...(Math.max(width, height) <= 10_000 && { width, height }),
  })
}

/** Named as what it is: nobody has read the text and told it in other words. */
function summarise(content: AttachedContent, writer: Writer): void {
  if (content.kind !== 'text') {
    writer.say('Without a model I can only summarize text. Here it is as it is.\n\n')
    return show(content, writer, false)
  }
  const name = plainName(content.name)
  const { sentences, of } = keySentences(content.text)
  if (sentences.length === 0) {
    writer.say(`${name} has no sentences to pick from. Here is its text.\n\n`)
    return show(content, writer, false)
  }
  const part = content.truncated ? ` of the beginning of ${name}` : ` of ${name}`
  writer.say(`${sentences.length} of the ${of} sentences${part}, picked word for word without a model:\n\n`)
  writer.add({ type: 'text', text: sentences.map((sentence) => `> ${sentence}`).join('\n>\n') })
}

function textOf(content: Exclude<AttachedContent, AttachedPicture>): string {
  return content.kind === 'text' ? content.text : ''
}

function isPart(content: AttachedContent): boolean {
  return content.kind === 'text' && (content satisfies AttachedText).truncated
}
