import type { Migration } from '../platform/database/database.ts'
import { ground } from './0001-ground.ts'
import { notificationsAndTelemetry } from './0002-notifications-telemetry.ts'
import { confirmations } from './0003-confirmations.ts'
import { documents } from './0004-documents.ts'
import { plugins } from './0005-plugins.ts'
import { workflows } from './0006-workflows.ts'
import { upstreamCache } from './0007-upstream-cache.ts'

/** Every change of the database's shape, in order. Never edit one that was released: add the next. */
export const migrations: readonly Migration[] = [
  ground,
  notificationsAndTelemetry,
  confirmations,
  documents,
  plugins,
  workflows,
  upstreamCache,
]
