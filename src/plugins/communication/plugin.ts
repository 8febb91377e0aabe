import { definePlugin } from '../../contract/tool.ts'
import { createSendSms } from './send-sms.ts'

export const communication = definePlugin({
  agent: 'communication',
  title: 'Communication',
  summary: 'Sends text messages through Messages on a Mac.',
  tools: [createSendSms()],
})
