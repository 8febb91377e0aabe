import { definePlugin } from '../../contract/tool.ts'
import { createIncidentReport } from './create-incident-report.ts'

export const complianceTools = definePlugin({
  agent: 'compliance_tools',
  title: 'Compliance',
  summary: 'Writes the documents you need after an incident.',
  tools: [createIncidentReport],
})
