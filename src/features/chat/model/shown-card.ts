import type { Envelope } from '../../../contract/envelope.ts'
import type { AnswerWriter } from '../answering.ts'
import type { CatalogEntry } from '../../tools/catalog-entry.ts'

/** What was changed stands in the answer, as it is kept: the widget follows every later change by itself. */
export function showCard(
  { tool, origin }: CatalogEntry,
  { success, data }: Envelope,
  writer: AnswerWriter,
): void {
  // A plugin would draw what it likes; what a server brings is drawn by our own code.
  const card = success && origin !== 'plugin' ? tool.card?.(data) : undefined
  if (card) writer.add(card)
}
