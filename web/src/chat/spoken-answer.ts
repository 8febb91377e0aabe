import type { Answer } from './answer.ts'

const MAX_LENGTH = 600

/** What is read aloud once an answer is there: whole sentences, not words as they come. */
export function spokenAnswer({
  status,
  parts,
  problem,
}: Pick<Answer, 'status' | 'parts' | 'problem'>): string {
  if (status === 'failed') return `The answer failed. ${problem?.message ?? ''}`
  if (status === 'stopped') return 'The answer was stopped.'
  const texts = parts.flatMap((part) => {
    if (part.kind === 'text') return [withoutMarks(part.text)]
    if (part.kind !== 'component') return []
    const { type, text } = part.component
    return [type === 'text' && typeof text === 'string' ? withoutMarks(text) : type.replaceAll('_', ' ')]
  })
  return texts.join('. ').slice(0, MAX_LENGTH)
}

/** Markdown as it is said: nobody wants to hear the asterisks around a word. */
function withoutMarks(text: string): string {
  return text
    .replaceAll(/^```.*$/gm, '')
    .replaceAll(/^ {0,3}(?:#{1,6} |> ?|[-*+] (?:\[[ x]\] )?)/gm, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/(\*\*|__|~~|`)(?=\S)(.+?)\1/g, '$2')
    .replaceAll(/(?<![\w*])\*(?=\S)([^*\n]+?)\*(?![\w*])/g, '$1')
    .trim()
}
