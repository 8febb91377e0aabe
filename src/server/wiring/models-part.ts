import { modelsHandlers } from '../../features/models/handlers.ts'
import { findLocalServers, type LocalServersDeps } from '../../features/models/providers/local-servers.ts'
import { createModels } from '../../features/models/models.ts'
import { UsageLog } from '../../features/models/usage-log.ts'
import type { Ground, ServiceGround } from '../lifecycle/ground.ts'
import { version } from '../version.ts'
import type { ModelsPart, Parts } from './services.ts'

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
