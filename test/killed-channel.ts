import { openChannelStage } from './channel-stage.ts'
import { echo } from './webhook-stage.ts'
import { TelegramServer } from './telegram-server.ts'

/** A process that dies, as by `kill -9`, after it has taken a message and before it has begun to answer. */
const [origin = '', folder = ''] = process.argv.slice(2)
const telegram = new TelegramServer()
telegram.origin = origin
await openChannelStage({
  answerers: [echo().answerer],
  telegram,
  folder,
  onAudit: ({ kind, provenance }) => {
    if (kind === 'channel' && provenance !== 'service' && provenance !== 'local-client')
      process.kill(process.pid, 'SIGKILL')
  },
})
