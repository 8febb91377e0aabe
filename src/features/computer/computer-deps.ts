import type { Publish } from '../../contract/event.ts'
import type { Log } from '../../contract/log.ts'
import type { AuditLog } from '../../platform/audit/audit-log.ts'
import type { Database } from '../../platform/database/database.ts'
import type { DesktopDriver } from '../../platform/desktop/desktop-driver.ts'
import type { Launcher } from '../../platform/sandbox/launcher.ts'
import type { LanguageModels } from '../models/language-model.ts'
import type { Settings } from '../settings/settings-store.ts'
import type { Recordings } from './recording/recordings.ts'
import type { Approvals } from '../tools/approvals.ts'

export interface ComputerDeps {
  readonly database: Database
  readonly settings: Pick<Settings, 'get' | 'onChange'>
  readonly models: LanguageModels
  readonly approvals: Approvals
  readonly recordings: Pick<Recordings, 'begin'>
  readonly audit: Pick<AuditLog, 'append' | 'effect'>
  readonly publish: Publish
  /** Throws `unavailable` with the reason where there is no desktop. */
  readonly openDesktop: () => Promise<DesktopDriver>
  readonly home: string
  /** Of the service itself. */
  readonly dataFolder: string
  /** Starts the programs of commands. */
  readonly launcher: Launcher
  readonly platform: NodeJS.Platform
  readonly now: () => Date
  readonly log: Log
  /** Takes stored secrets out of a text. */
  readonly scrub: (text: string) => string
}
