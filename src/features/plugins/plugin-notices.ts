import type { Log } from '../../contract/log.ts'
import type { PluginManifest } from '../../contract/plugin-module.ts'
import type { AuditLog } from '../../platform/audit/audit-log.ts'
import type { Notifications } from '../notifications/notifications.ts'
import type { PluginEntry } from './plugin-entry.ts'

export interface NoticesDeps {
  readonly notifications: Pick<Notifications, 'raise'>
  readonly audit: Pick<AuditLog, 'append'>
  readonly log: Log
}

/** What is told about plugins, and to whom: a person, the audit log, the log. None of it can fail what it tells about. */
export interface PluginNotices {
  isNew(manifest: PluginManifest, what: 'is new' | 'was changed', entry: PluginEntry): Promise<void>
  loaded(entry: PluginEntry): Promise<void>
  givenUp(agent: string, reason: string): Promise<void>
}

export function createPluginNotices({ notifications, audit, log }: NoticesDeps): PluginNotices {
  const heard = (told: Promise<unknown>) =>
    told.catch((error: unknown) => log.error({ err: error }, "Couldn't report a plugin event."))
  return {
    async isNew({ agent, title = agent }, what, { status, problem }) {
      const isOfUse = status !== 'refused'
      await heard(
        notifications.raise({
          type: 'plugin',
          dedupe_key: `plugin:${agent}:new`,
          level: isOfUse ? 'info' : 'warning',
          title: isOfUse ? `${title} is waiting for you` : `Can't use ${title}`,
          message:
            !isOfUse && problem !== null
              ? problem
              : `The plugin ${agent} ${what}. It has no permissions, and every call asks first, until you review ` +
                `and enable it: deskhand plugin enable ${agent}.`,
        }),
      )
    },

    async loaded({ agent, status, problem, hash }) {
      log.info({ plugin: agent, status, problem, hash }, 'plugin loaded')
      const entry = { kind: 'plugin.load', provenance: 'service', subject: agent } as const
      await heard(audit.append({ ...entry, detail: { status, hash } }))
    },

    async givenUp(agent, reason) {
      log.error({ plugin: agent }, reason)
      const entry = { kind: 'plugin.crash', provenance: 'service', subject: agent } as const
      await heard(
        Promise.all([
          audit.append({ ...entry, detail: { reason } }),
          notifications.raise({
            type: 'plugin',
            dedupe_key: `plugin:${agent}:crash`,
            level: 'error',
            title: `${agent} was turned off`,
            message: reason,
          }),
        ]),
      )
    },
  }
}
