import { GrowingText } from '../../platform/language/growing-text.ts'
import type { ModelAnswer, ModelPart, WantedCall } from './language-model.ts'

/** A whole answer from its parts. */
export async function gather(
  parts: AsyncIterable<ModelPart>,
  onText: (delta: string) => void,
): Promise<ModelAnswer> {
  const text = new GrowingText()
  const calls: WantedCall[] = []
  const notices: string[] = []
  for await (const part of parts) {
    if (part.type === 'text') {
      text.add(part.delta)
      onText(part.delta)
    } else if (part.type === 'tool_call') {
      const { type: _, problem: __, ...call } = part
      calls.push(call)
    } else if (part.type === 'notice') notices.push(part.text)
    else if (part.type === 'end') {
      const { type: _, warnings = [], ...end } = part
      const told = [...notices, ...warnings]
      return { ...end, ...(told.length > 0 && { warnings: told }), text: text.toString(), calls }
    }
  }
  throw new TypeError('An answer ended without its last part.')
}
