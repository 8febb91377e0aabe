import { modelsHandlers } from '../features/models/handlers.ts'
import { findLocalServers, type LocalServersDeps } from '../features/models/local-servers.ts'
import { createModels, type Models } from '../features/models/models.ts'
import { UsageLog } from '../features/models/usage-log.ts'
import type { Ground, ServiceGround } from './ground.ts'
import type { Parts } from './parts.ts'
import { version } from './version.ts'

export interface ModelsPart {
  readonly models: Models
  readonly modelUsage: UsageLog
}

export function createModelsPart(ground: Ground, opened: AsyncDisposableStack): ModelsPart {
  const { settings, database, log, now, folder } = ground
  const modelUsage = new UsageLog({ database, now })
  const models = createModels({
    settings,
    log,
    version,
    now,
    file: folder.models,
    onUsage: (called, usage) => {
      modelUsage
        .add(called, usage)
        .catch((error: unknown) => log.error({ err: error }, 'What a model used could not be kept.'))
    },
  })
  opened.defer(() => models.close())
  return { models, modelUsage }
}

export function boundModels(
  { settings, listeners }: ServiceGround,
  { models, modelUsage, documents }: Pick<Parts, 'models' | 'modelUsage' | 'documents'>,
  ports: LocalServersDeps['ports'],
) {
  const { fetch } = globalThis
  const ownPort = () => listeners.address.port
  return modelsHandlers({
    models,
    settings,
    usage: modelUsage,
    findLocalServers: (signal) => findLocalServers({ fetch, ownPort, ports }, signal),
    uploadedPath: documents.uploadedPath,
  })
}
