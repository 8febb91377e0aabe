import type { SkillsHandlersDeps } from '../../features/skills/handlers.ts'
import { skillsHandlers } from '../../features/skills/handlers.ts'
import { Skills } from '../../features/skills/skills.ts'
import { skillLimits } from '../../platform/skills/skill-limits.ts'
import { guardedFetch } from '../../platform/network/guarded-fetch.ts'
import type { Notifications } from '../../features/notifications/notifications.ts'
import type { Infrastructure } from '../lifecycle/infrastructure.ts'
import type { Services } from './services.ts'

const DOWNLOAD_MS = 120_000

export function createSkillsPart(
  infrastructure: Infrastructure,
  notifications: Notifications,
  opened: AsyncDisposableStack,
): Skills {
  const { environment } = infrastructure
  const skills = new Skills({ ...infrastructure, notifications, searchPath: environment['PATH'] })
  opened.defer(() => skills.close())
  return skills
}

export function boundSkills(
  { home, settings }: Infrastructure,
  { skills, launcher, documents }: Pick<Services, 'skills' | 'launcher' | 'documents'>,
) {
  const deps: SkillsHandlersDeps = {
    skills,
    home,
    launcher,
    uploadedPath: documents.uploadedPath,
    fetch: guardedFetch({
      allowedTargets: () => settings.get('ALLOWED_PRIVATE_TARGETS'),
      totalMs: DOWNLOAD_MS,
      maxBytes: skillLimits.archiveBytes,
    }),
  }
  return skillsHandlers(deps)
}
