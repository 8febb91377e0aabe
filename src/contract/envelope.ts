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
