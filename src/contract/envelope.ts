import { Type, type Static } from './type.ts'

/** What every tool call returns. */
export const Envelope = Type.Object(
  {
    success: Type.Boolean({ description: 'Whether the tool did what was asked' }),
    message: Type.String({ description: 'The outcome in a sentence for a person' }),
    data: Type.Unknown({ description: 'What the tool made or found; on failure {error:{code, issues?}}' }),
  },
  { $id: 'Envelope' },
)
export type Envelope = Static<typeof Envelope>

/** The message for somebody who gets the data too: what it only shows of them, below its first line, is left out. */
export function sentenceBeside({ message, data }: Pick<Envelope, 'message' | 'data'>): string {
  const [sentence = '', ...lines] = message.split('\n')
  const shown = lines
    .join('\n')
    .replaceAll(/`{3,}\w*/g, '')
    .trim()
  const texts = Object.values((data ?? {}) as Record<string, unknown>)
  const isMostOf = (text: string) => text.length > shown.length / 2 && shown.includes(text)
  return texts.some((text) => typeof text === 'string' && isMostOf(text.trim())) ? sentence : message
}
