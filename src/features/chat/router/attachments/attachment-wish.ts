import type { Sentence } from '../normalize.ts'
import { phrases } from '../languages/en/phrases.ts'
import { compileTemplate } from '../templates/compile-template.ts'
import { TemplateIndex } from '../templates/match-templates.ts'
import type { SlotKind } from '../templates/slot-kind.ts'

/** What somebody wants with the files of a message. */
export type AttachmentWish =
  | { readonly does: 'show' | 'summarise' | 'chart' }
  | { readonly does: 'search'; readonly words: string }

const sent = '(attached|uploaded|dropped|sent|added)'
const thing =
  '(file|files|(csv|excel|pdf|text|word|image) [file|files]|table|spreadsheet|sheet|workbook|document|documents|data|attachment|attachments|picture|pictures|photo|photos|image|images|screenshot|letter|report|article|page)'
const it = `(it|this|that|these|them|what i [just] ${sent}|[(this|that|the|my|these|those)] [attached|uploaded|dropped|whole|entire] ${thing} [here] [[that|which] i [just] ${sent}])`
const see =
  '(open|show|read|display|view|print [out]|see|let me see|look at|take a look at|preview|load|pull up|bring up|give|(can|could|may) i see)'
const part = '[the] [first|top] (contents|content|data|rows|lines|text)'
const sum = '(summarise|summarize|sum up|shorten|condense|outline)'
const summary = '(summary|overview|outline|gist|key (points|sentences|facts)|main (points|ideas)|tl dr|tldr)'
const draw = '(chart|graph|plot|draw|visualise|visualize)'

const wordings: Readonly<Record<AttachmentWish['does'], readonly string[]>> = {
  show: [
    `${see} [me|us] [${part} (of|in)] ${it}`,
    `${see} [me|us] ${part}`,
    // "I want to see this file", without its first words.
    it,
    '(show|open|display|view)',
    `what does ${it} say`,
    '[as] [a] table',
    `make [a] table (of|from) ${it}`,
    `what is [there] (in|inside|on) ${it}`,
    `[show [me]] what is (in|inside|on) ${it}`,
    '(open|show|display|view) [me] [it|this|[(this|the)] (file|data)] as [a] table',
    `what is ${it} [about]`,
    `(describe|explain|tell me about) ${it}`,
    `how (big|large|long) is ${it}`,
    `how many (rows|lines|words|columns|pages) (are in|does|has|in) ${it} [have]`,
  ],
  summarise: [
    `${sum} [${it}] [for me|briefly|in short]`,
    `(give|show|write|make) [me|us] [a|an|the] [short|brief|quick] ${summary} [of ${it}]`,
    `[a|an|the] [short|brief|quick] ${summary} [of ${it}] [please]`,
    `what are the ${summary} [of|in] ${it}`,
    `what is ${it} about in short`,
  ],
  chart: [
    `${draw} ${it} [as a chart]`,
    `(make|draw|create|show|give) [me|us] [a|the] [bar|line] (chart|graph|plot|diagram) [(of|from|with|for) ${it}]`,
    `[a|the] [bar|line] (chart|graph|plot|diagram) [(of|from|with|for) ${it}]`,
    `(show|display) [me] ${it} as [a] [bar|line] (chart|graph|plot)`,
  ],
  search: [
    `(search|look) for {words:words} (in|inside) ${it}`,
    `(find|search) {words:words} (in|inside) ${it}`,
    `search ${it} for {words:words}`,
    `where (does|do) ${it} (mention|say|speak of|talk about) {words:words}`,
    `(does|do) ${it} (mention|contain|say [anything about]|have) {words:words}`,
    `(is|are) {words:words} [mentioned|named] (in|inside) ${it}`,
  ],
}

const anyWords: SlotKind<undefined> = { longest: 12, read: (text) => text }

const index = new TemplateIndex<AttachmentWish['does'], undefined>({ words: anyWords })
for (const [does, templates] of Object.entries(wordings))
  for (const template of templates)
    index.add(does as AttachmentWish['does'], compileTemplate(template, phrases))

/** Undefined for everything else that is said about a file: that wants to be thought about. */
export function attachmentWish({ text }: Pick<Sentence, 'text'>): AttachmentWish | undefined {
  const [found] = index.match(text, undefined)
  if (!found) return undefined
  const { owner: does, captures } = found
  if (does !== 'search') return { does }
  const words = (captures[0]?.text ?? '').replaceAll(/^["'“”]+|["'“”?]+$/g, '')
  return words === '' ? undefined : { does, words }
}
