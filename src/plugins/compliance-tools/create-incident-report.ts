import { Type } from '../../contract/type.ts'
import { defineTool } from '../../contract/tool.ts'
import { outputPath, reasonToAsk } from '../../platform/files/asked-paths.ts'
import { IncidentParams } from './incident-params.ts'
import { buildReport } from './incident-report.ts'

const Data = Type.Object({
  path: Type.String({ description: 'The file that was written' }),
  bytes: Type.Integer({ description: 'Its size' }),
  incident_id: Type.String({ description: 'The incident' }),
  timeline_entries: Type.Integer({ description: 'Lines in the timeline' }),
  not_recorded: Type.Array(Type.String(), {
    description: 'Sections marked "Not recorded" because nothing was given',
  }),
})

export const createIncidentReport = defineTool({
  action: 'CREATE_INCIDENT_REPORT',
  title: 'Create an incident report',
  description:
    'Writes an incident report (.docx) with timeline, impact, root-cause analysis, actions, preventative measures and lessons learned.',
  params: IncidentParams,
  data: Data,
  risk: 'write',
  reads: [],
  idempotent: true,
  phrases: [
    'create an incident report',
    'write a post-mortem for incident INC-2041',
    'document the outage as an incident report',
    'make an incident report for the data breach',
  ],
  example: {
    args: {
      output_path: '{folder}/INC-2041.docx',
      incident_id: 'INC-2041',
      date_of_incident: '2026-04-12 14:02',
      reported_by: 'Ada Lovelace',
      severity: 'High',
      description: 'Between 14:02 and 15:11 four in ten orders failed.',
      impact: '12,400 customers could not order for 69 minutes.',
      root_cause: 'A change of the settings cut the connection pool from 200 to 20.',
      actions_taken: [
        { time: '14:19', action: 'The change was rolled back', by: 'On call' },
        'Customers were told',
      ],
      preventative_measures: ['Alert when the pool is nearly used up'],
    },
  },
  targets: { paths: ['output_path'] },
  needsApproval: (params, call) =>
    reasonToAsk(call, [{ path: params.output_path, name: 'output_path', access: 'write' }]),
  async run(params, call) {
    const path = await outputPath(call, { path: params.output_path, name: 'output_path', extension: '.docx' })
    const { document, timelineEntries, notRecorded } = buildReport(params, call.now())
    const { writeWord } = await import('../../platform/documents/write-word.ts')
    const { bytes } = await writeWord(path, document, { caller: call, signal: call.signal })
    const missing = notRecorded.length === 0 ? '' : ` Not recorded: ${notRecorded.join(', ')}.`
    return {
      message: `Wrote the report of incident ${params.incident_id} to ${path}.${missing}`,
      data: {
        path,
        bytes,
        incident_id: params.incident_id,
        timeline_entries: timelineEntries,
        not_recorded: notRecorded,
      },
    }
  },
})
