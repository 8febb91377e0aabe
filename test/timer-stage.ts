import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog } from '../src/contract/log.ts'
import type { Timer } from '../src/contract/timer.ts'
import { createNotifications } from '../src/features/notifications/notifications.ts'
import { Timers } from '../src/features/timers/timers.ts'
import { migrations } from '../src/migrations/migrations.ts'
import { openDatabase } from '../src/platform/database/open-database.ts'

const BEGINNING = Date.parse('2026-06-01T10:00:00.000Z')

/** Real timers on a database on disk. Time stands still until a test lets it pass. */
export async function openTimerStage() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-timers-'))
  let [wall, up] = [BEGINNING, 1_000]
  const now = () => new Date(wall)
  const path = join(folder.path, 'deskhand.db')
  const open = () =>
    openDatabase({ path, backupFolder: join(folder.path, 'backups'), migrations, now, log: silentLog })
  let database = await open()
  const told: Timer[] = []
  const removed: string[] = []
  const assemble = () => {
    const notifications = createNotifications({ database, now })
    const timers = new Timers({
      database,
      notifications,
      now,
      log: silentLog,
      uptime: () => up,
      onChanged: (timer) => told.push(timer),
      onRemoved: (id) => removed.push(id),
    })
    return { notifications, timers }
  }
  let parts = assemble()
  await parts.timers.tick()
  return {
    told,
    removed,
    now,
    get timers() {
      return parts.timers
    },
    notices: () => parts.notifications.list().notifications,
    async pass(seconds: number) {
      wall += seconds * 1_000
      up += seconds
      await parts.timers.tick()
    },
    async setClock(seconds: number) {
      wall += seconds * 1_000
      await parts.timers.tick()
    },
    /** Off for so long; then it is there again. */
    async restart(seconds: number) {
      await parts.timers.close()
      await database.close()
      wall += seconds * 1_000
      up += seconds
      database = await open()
      parts = assemble()
      await parts.timers.tick()
    },
    async [Symbol.asyncDispose]() {
      await parts.timers.close()
      await database.close()
      await folder[Symbol.asyncDispose]()
    },
  }
}
