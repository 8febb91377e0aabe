import { countOf } from '../../contract/text/counts.ts'
import {
  plain,
  type RichText,
  type TableBlock,
  type TableCell,
  type WordBlock,
  type WordDocument,
} from '../../platform/documents/word-document.ts'
import type { IncidentParams } from './incident-params.ts'
import { timelineOf, type TakenAction } from './timeline.ts'

const accent = '1F2937'
const notRecorded: RichText = [{ text: 'Not recorded', italic: true, color: '8A94A3' }]

const severityFills: Readonly<Record<string, string>> = {
  Low: '2E7D32',
  Medium: 'B7791F',
  High: 'C2410C',
  Critical: 'B3141B',
}

export interface BuiltReport {
  readonly document: WordDocument
  readonly timelineEntries: number
  readonly notRecorded: string[]
}

/** A report one could hand in. Nothing is made up: a part that was not given says so, rather than vanish. */
export function buildReport(params: IncidentParams, now: Date): BuiltReport {
  const { actions, timeline } = timelineOf(params)
  const written = now.toISOString().slice(0, 10)
  const title = `Incident Report ${params.incident_id}`
  const blocks: WordBlock[] = [
    ...cover(params, written),
    heading('1. Executive summary'),
    summaryTable(params, { actions: actions.length, written }),
    heading('2. Description'),
    ...paragraphs(params.description),
    heading('3. Timeline'),
    timelineTable(timeline),
    heading('4. Impact'),
    ...(params.impact ? paragraphs(params.impact) : [missing()]),
    heading('5. Root-cause analysis'),
    ...paragraphs(params.root_cause),
    heading('6. Actions taken'),
    actionsTable(actions),
    heading('7. Preventative measures'),
    measuresTable(params),
    heading('8. Lessons learned'),
    lessonsTable(params, actions),
    heading('9. Sign-off'),
    signOff(params),
  ]
  return {
    document: {
      properties: {
        title,
        subject: 'Incident report',
        keywords: ['incident', params.incident_id, params.severity ?? ''].filter(Boolean).join(', '),
        ...(params.reported_by && { author: params.reported_by }),
      },
      pageSize: 'A4',
      header: `${title}${params.severity ? `  ·  ${params.severity}` : ''}`,
      footer: `Written ${written}`,
      pageNumbers: true,
      accent,
      blocks,
    },
    timelineEntries: timeline.length,
    notRecorded: missingParts(params),
  }
}

function cover(params: IncidentParams, written: string): WordBlock[] {
  const fill = severityFills[params.severity ?? ''] ?? '6B7280'
  const badge: TableBlock = {
    kind: 'table',
    look: 'grid',
    widths: [1, 2],
    rows: [
      [
        { content: [{ text: 'SEVERITY', bold: true, color: 'FFFFFF' }], fill },
        {
          content: [{ text: (params.severity ?? 'Not recorded').toUpperCase(), bold: true, color: 'FFFFFF' }],
          fill,
        },
      ],
    ],
  }
  const facts: TableBlock = {
    kind: 'table',
    look: 'facts',
    widths: [1, 2],
    rows: [
      fact('Incident', plain(params.incident_id)),
      fact('Date of incident', recorded(params.date_of_incident)),
      fact('Reported by', recorded(params.reported_by)),
      fact('Report written', plain(written)),
    ],
  }
  return [
    { kind: 'title', content: plain('Incident Report'), subtitle: plain(params.incident_id) },
    badge,
    facts,
  ]
}

function summaryTable(
  params: IncidentParams,
  { actions, written }: { actions: number; written: string },
): TableBlock {
  const measures = params.preventative_measures?.length ?? 0
  const response =
    actions + measures > 0
      ? `${countOf(actions, 'action')} taken, ${countOf(measures, 'preventative measure')} as of ${written}`
      : undefined
  return {
    kind: 'table',
    look: 'facts',
    widths: [1, 3],
    rows: [
      fact('What happened', plain(opening(params.description))),
      fact('Impact', recorded(params.impact && opening(params.impact))),
      fact('Root cause', plain(opening(params.root_cause))),
      fact('Response', recorded(response)),
    ],
  }
}

function timelineTable(timeline: readonly TakenAction[]): WordBlock {
  if (timeline.length === 0) return missing()
  return {
    kind: 'table',
    look: 'grid',
    widths: [2.2, 5, 2],
    header: ['Time', 'Event', 'By'].map(textCell),
    rows: timeline.map(({ time, action, by }) => [
      { content: [{ text: time ?? '', bold: true }] },
      textCell(action),
      { content: by ? plain(by) : [{ text: '–' }] },
    ]),
  }
}

function actionsTable(actions: readonly TakenAction[]): WordBlock {
  if (actions.length === 0) return missing()
  return {
    kind: 'table',
    look: 'grid',
    widths: [0.6, 5, 2, 2],
    header: ['#', 'Action', 'By', 'Time'].map(textCell),
    rows: actions.map(({ time, action, by }, index) => [
      textCell(String(index + 1)),
      textCell(action),
      { content: recorded(by) },
      { content: recorded(time) },
    ]),
  }
}

function measuresTable({ preventative_measures: measures = [] }: IncidentParams): WordBlock {
  if (measures.length === 0) return missing()
  return {
    kind: 'table',
    look: 'grid',
    widths: [0.6, 5, 2, 2],
    header: ['#', 'Measure', 'Owner', 'Due'].map(textCell),
    rows: measures.map((measure, index) => {
      const { action, owner, due } =
        typeof measure === 'string' ? { action: measure } : { owner: undefined, due: undefined, ...measure }
      return [
        textCell(String(index + 1)),
        textCell(action),
        { content: recorded(owner) },
        { content: recorded(due) },
      ]
    }),
  }
}

/** What was learned is what the other parts say together; it is set side by side here, not invented. */
function lessonsTable(params: IncidentParams, actions: readonly TakenAction[]): TableBlock {
  const measures = (params.preventative_measures ?? []).map((each) =>
    typeof each === 'string' ? each : each.action,
  )
  return {
    kind: 'table',
    look: 'facts',
    widths: [1, 3],
    rows: [
      fact('What went wrong', plain(params.root_cause.trim())),
      fact('What was done about it', recorded(bullets(actions.map(({ action }) => action)))),
      fact('What will be different', recorded(bullets(measures))),
    ],
  }
}

function signOff({ reported_by: reportedBy }: IncidentParams): TableBlock {
  return {
    kind: 'table',
    look: 'grid',
    widths: [2, 3, 3, 2],
    header: ['Role', 'Name', 'Signature', 'Date'].map(textCell),
    rows: [
      [textCell('Reported by'), { content: recorded(reportedBy) }, textCell('\n'), textCell('')],
      [textCell('Reviewed by'), textCell(''), textCell('\n'), textCell('')],
    ],
  }
}

function missingParts(params: IncidentParams): string[] {
  const parts = [
    'date_of_incident',
    'reported_by',
    'severity',
    'impact',
    'actions_taken',
    'preventative_measures',
  ] as const
  return parts.filter((name) => {
    const value = params[name]
    return value === undefined || value.length === 0
  })
}

function heading(text: string): WordBlock {
  return { kind: 'heading', level: 1, content: plain(text) }
}

function missing(): WordBlock {
  return { kind: 'paragraph', content: notRecorded }
}

function paragraphs(text: string): WordBlock[] {
  return text
    .trim()
    .split(/\r?\n\s*\n/)
    .map((each) => ({ kind: 'paragraph', content: plain(each.trim()) }))
}

function fact(name: string, content: RichText): TableCell[] {
  return [textCell(name), { content }]
}

function textCell(text: string): TableCell {
  return { content: plain(text) }
}

function recorded(text: string | undefined): RichText {
  return text ? plain(text) : notRecorded
}

function bullets(texts: readonly string[]): string {
  return texts.map((each) => `• ${each}`).join('\n')
}

/** The first sentences, up to some 300 characters. */
function opening(text: string): string {
  const [first = ''] = text.trim().split(/\r?\n\s*\n/, 1)
  if (first.length <= 320) return first
  const cut = first.slice(0, 320)
  const sentence = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('! '), cut.lastIndexOf('? '))
  return sentence > 120
    ? cut.slice(0, sentence + 1)
    : `${cut.slice(0, cut.lastIndexOf(' ', 319)).trimEnd()} …`
}
