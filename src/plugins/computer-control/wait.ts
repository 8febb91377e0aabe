import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'

export const wait = defineTool({
  action: 'WAIT',
  title: 'Wait a moment',
  description: 'Waits up to ten seconds for something on the screen.',
  params: Type.Object({
    ms: Type.Integer({ minimum: 1, maximum: 10_000, description: 'Duration in milliseconds' }),
  }),
  data: Type.Object({ waited_ms: Type.Integer({ description: 'How long it waited' }) }),
  risk: 'read',
  reads: [],
  idempotent: true,
  timeoutSeconds: 15,
  phrases: [
    'wait a second',
    'wait two seconds',
    'pause for a moment',
    'hold on for 500 milliseconds',
    'wait until it has loaded',
    'give it five seconds',
    'wait before the next click',
    'just wait a bit',
  ],
  example: { args: { ms: 50 }, data: { waited_ms: 50 } },
  async run({ ms }, { signal }) {
    await sleep(ms, undefined, { signal })
    return { message: `Waited ${ms} ms.`, data: { waited_ms: ms } }
  },
})
