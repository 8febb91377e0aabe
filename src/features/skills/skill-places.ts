import { join } from 'node:path'
import type { Settings } from '../settings/settings-store.ts'
import type { SkillPlace } from './skill-entry.ts'

export const FOLDERS_SETTING = 'SKILL_FOLDERS'

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
