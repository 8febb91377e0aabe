import type { ToolCatalog } from '../../../tools/tool-catalog.ts'
import type { Trigger } from '../../triggers/schemas.ts'
import { withCommonVerbs } from '../clauses.ts'
import { verbsOf } from '../understand-clause.ts'
import { findTrigger, readTrigger } from './find-trigger.ts'
import { MarkedText } from './marked-text.ts'

/** What words that say when something should run come to, and what else they say. */
export type ReadWhen =
  | { readonly triggers: readonly Trigger[]; readonly rest: string }
  | { readonly question: string }

const MAX_LENGTH = 1_000

/** "when a PDF lands in Downloads", "a PDF lands in Downloads", "whenever I get mail, save its attachments" */
export function readWhen(words: string, catalog: ToolCatalog): ReadWhen | undefined {
  if (words.length > MAX_LENGTH) return undefined
  const marks = new MarkedText(words.replace(/[.!]+$/, ''))
  const verbs = withCommonVerbs(verbsOf(catalog.list()))
  const found = findTrigger(marks, { verbs, readsCondition: () => false })
  const reading = found?.reading ?? readTrigger(marks.text, marks)
  if (!reading || 'question' in reading) return reading && { question: reading.question }
  const triggers = reading.triggers.map((trigger, index) => ({ ...trigger, id: `t${index + 1}` }))
  return { triggers, rest: marks.words((found?.actions ?? []).join(', then ')) }
}
