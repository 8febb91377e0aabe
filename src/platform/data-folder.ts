import { homedir } from 'node:os'
import { join, win32 } from 'node:path'

/** Where the service keeps everything it knows; private to the user. */
export interface DataFolder {
  readonly root: string
  readonly database: string
  /** What is in the person's files; made anew when it is gone. */
  readonly contentIndex: string
  readonly backups: string
  readonly settings: string
  /** What was found out about language models. */
  readonly models: string
  readonly audit: string
  readonly logs: string
  readonly log: string
  readonly uploads: string
  /** What computer tasks have seen and done. */
  readonly recordings: string
  readonly plugins: string
  readonly skills: string
  readonly run: string
}

export function dataFolder(
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): DataFolder {
  const root = environment['DESKHAND_HOME'] || defaultRoot(environment, platform)
  return {
    root,
    database: join(root, 'deskhand.db'),
    contentIndex: join(root, 'content-index.db'),
    backups: join(root, 'backups'),
    settings: join(root, 'settings.json'),
    models: join(root, 'models.json'),
    audit: join(root, 'audit.jsonl'),
    logs: join(root, 'logs'),
    log: join(root, 'logs', 'deskhand.log'),
    uploads: join(root, 'uploads'),
    recordings: join(root, 'recordings'),
    plugins: join(root, 'plugins'),
    skills: join(root, 'skills'),
    run: join(root, 'run'),
  }
}

function defaultRoot(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  const home = environment['HOME'] || homedir()
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'deskhand')
  if (platform === 'win32')
    return win32.join(environment['LOCALAPPDATA'] || win32.join(homedir(), 'AppData', 'Local'), 'Deskhand')
  return join(environment['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'deskhand')
}
