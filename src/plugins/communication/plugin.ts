import { definePlugin } from '../../contract/tool.ts'
import { createSendSms } from './send-sms.ts'

export const communication = definePlugin({
  agent: 'communication',
  title: 'Communication',
  summary: 'Sends text messages with the Messages app of a Mac.',
  tools: [createSendSms()],
})
