import { modelsHandlers } from '../../features/models/handlers.ts'
import { findLocalServers, type LocalServersDeps } from '../../features/models/providers/local-servers.ts'
import { createModels } from '../../features/models/models.ts'
import { UsageLog } from '../../features/models/usage-log.ts'
import type { Infrastructure, ServiceInfrastructure } from '../lifecycle/infrastructure.ts'
import { version } from '../version.ts'
import type { ModelsPart, Services } from './services.ts'

export function createModelsPart(infrastructure: Infrastructure, opened: AsyncDisposableStack): ModelsPart {
  const { settings, database, log, now, folder } = infrastructure
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
        .catch((error: unknown) => log.error({ err: error }, "Couldn't record the model usage."))
    },
  })
  opened.defer(() => models.close())
  return { models, modelUsage }
}

export function boundModels(
  { settings, listeners }: ServiceInfrastructure,
  { models, modelUsage, documents }: Pick<Services, 'models' | 'modelUsage' | 'documents'>,
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
