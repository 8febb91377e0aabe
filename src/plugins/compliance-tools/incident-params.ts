import { closed, literals } from '../../contract/schema.ts'
import { Type, type Static } from '../../contract/type.ts'

const text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description })

const Action = Type.Union([
  Type.String({ minLength: 1 }),
  closed({
    action: text(5000, 'What was done'),
    time: Type.Optional(text(100, 'When; also listed in the timeline')),
    by: Type.Optional(text(200, 'Who did it')),
  }),
])

const Measure = Type.Union([
  Type.String({ minLength: 1 }),
  closed({
    action: text(5000, 'What will be done'),
    owner: Type.Optional(text(200, 'Who is responsible')),
    due: Type.Optional(text(100, 'Due date')),
  }),
])

export const IncidentParams = Type.Object({
  output_path: Type.String({
    minLength: 1,
    description: 'Absolute path of the new .docx file; ~ is your home folder',
  }),
  incident_id: text(100, 'Number or name of the incident'),
  date_of_incident: Type.Optional(text(100, 'When it happened')),
  reported_by: Type.Optional(text(200, 'Who reported it')),
  severity: Type.Optional(literals(['Low', 'Medium', 'High', 'Critical'], { description: 'How bad it was' })),
  description: text(100_000, 'What happened'),
  impact: Type.Optional(text(100_000, 'Who and what was affected')),
  root_cause: text(100_000, 'Why it happened'),
  actions_taken: Type.Optional(
    Type.Array(Action, {
      maxItems: 500,
      description: 'Actions taken, as texts or as {time, action, by}; those with a time make up the timeline',
    }),
  ),
  preventative_measures: Type.Optional(
    Type.Array(Measure, {
      maxItems: 500,
      description: 'Measures against it happening again, as texts or as {action, owner, due}',
    }),
  ),
})
export type IncidentParams = Static<typeof IncidentParams>
