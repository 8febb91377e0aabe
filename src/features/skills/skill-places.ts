import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import { visibleText } from '../../contract/visible-text.ts'
import { watchFolder } from '../../platform/files/folder-watch.ts'
import { isInside } from '../../platform/files/links.ts'
import type { Settings } from '../settings/settings-store.ts'
import type { SkillEntry, SkillPlace } from './skill-entry.ts'

const FOLDERS_SETTING = 'SKILL_FOLDERS'

export interface PlacesDeps {
  readonly folder: { readonly skills: string }
  readonly home: string
  readonly settings: Pick<Settings, 'get'>
}

/** Where skills are looked for, the first counting most: ours, the folder that several hosts share, what the person named. */
export function placesOf({ folder, home, settings }: PlacesDeps): SkillPlace[] {
  const given = settings
    .get(FOLDERS_SETTING)
    .map((path) => (path.startsWith('~/') ? join(home, path.slice(2)) : path))
  return [
    { folder: folder.skills, kind: 'own' },
    { folder: join(home, '.agents', 'skills'), kind: 'shared' },
    ...given.map((path): SkillPlace => ({ folder: path, kind: 'other' })),
  ]
}

interface WatchDeps extends PlacesDeps {
  readonly settings: Pick<Settings, 'get' | 'onChange'>
  readonly log: Log
}

/** Tells when there may be other skills. */
export function watchPlaces(deps: WatchDeps, onChange: () => void): Disposable[] {
  const { settings, log } = deps
  const stop = settings.onChange((names) => {
    if (names.includes(FOLDERS_SETTING) || names.includes('MCP_SERVERS')) onChange()
  })
  return [
    { [Symbol.dispose]: stop },
    ...placesOf(deps)
      // A large tree is only looked at now and then, by the clock of our own.
      .filter(({ folder, kind }) => kind === 'own' || (kind === 'shared' && existsSync(folder)))
      .map(({ folder }) => watchFolder({ folder, log, onChange })),
  ]
}

/** What other programs or servers keep is theirs to delete. */
export function assertOurs({ name, server, place, path }: SkillEntry, folder: string): void {
  if (server !== undefined)
    throw new AppError(
      'conflict',
      `${name} belongs to the MCP server ${server}. Disable it, or remove the server.`,
    )
  if (place !== 'own' || !isInside(path, folder))
    throw new AppError(
      'conflict',
      `${name} is in ${visibleText(path)}, where other programs use it too. Delete that folder, or disable the skill.`,
    )
}
