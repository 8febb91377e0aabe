import { definePlugin } from '../../contract/tool.ts'
import { createIncidentReport } from './create-incident-report.ts'

export const complianceTools = definePlugin({
  agent: 'compliance_tools',
  title: 'Compliance',
  summary: 'Documents that have to be handed in after something went wrong.',
  tools: [createIncidentReport],
})
