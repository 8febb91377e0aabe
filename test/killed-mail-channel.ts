import { openChannelStage } from './channel-stage.ts'
import { echo } from './webhook-stage.ts'

/** A process that dies, as by `kill -9`, after it has taken an email and before it has begun to answer. */
const [settings = '{}', home = '', folder = ''] = process.argv.slice(2)
await openChannelStage({
  answerers: [echo().answerer],
  mail: {
    settings: JSON.parse(settings) as Record<string, unknown>,
    folders: { home, dataFolder: folder, outside: folder, [Symbol.asyncDispose]: () => Promise.resolve() },
  },
  folder,
  onAudit: ({ kind, provenance }) => {
    if (kind === 'channel' && provenance !== 'service' && provenance !== 'local-client')
      process.kill(process.pid, 'SIGKILL')
  },
})
