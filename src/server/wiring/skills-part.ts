import type { SkillPort } from '../../features/chat/model/skills.ts'
import type { SkillsHandlersDeps } from '../../features/skills/handlers.ts'
import { SkillUses } from '../../features/skills/skill-uses.ts'
import { skillsHandlers } from '../../features/skills/handlers.ts'
import { Skills } from '../../features/skills/skills.ts'
import { unknownSkill } from '../../features/skills/skill-details.ts'
import { frontmatterOf } from '../../platform/skills/frontmatter.ts'
import { SKILL_FILE } from '../../platform/skills/skill-file.ts'
import { skillLimits } from '../../platform/skills/skill-limits.ts'
import type { SharedSkill, SharedSkills } from '../../features/mcp/skills/shared-skills.ts'
import type { SkillPrompts } from '../../features/mcp/skill-prompts.ts'
import { instructionsOf } from '../../plugins/skills/use-skill.ts'
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

/** The skills as conversations know them. */
export function chatSkills(
  { database, now }: Pick<Infrastructure, 'database' | 'now'>,
  skills: Skills,
): SkillPort {
  const uses = new SkillUses(database, now)
  const usedIn = (session_id: string) => {
    const enabled = new Set(skills.enabled().map(({ name }) => name))
    return uses.in(session_id).filter((name) => enabled.has(name))
  }
  return {
    ready: () => skills.start(),
    all: () =>
      skills.entries().map(({ name, server, manifest, status, problem, missingPrograms }) => ({
        name,
        server,
        description: manifest?.description ?? '',
        status,
        problem,
        missingPrograms,
      })),
    noteUse: (session_id, name) => uses.note(session_id, name),
    usedIn,
    async keptIn(session_id, { isTold, hasRoomFor }) {
      const names = usedIn(session_id).filter((name) => !isTold(name))
      const kept: string[] = []
      for (const skill of skills.enabled().filter(({ name }) => names.includes(name))) {
        const text = await instructionsOf(skills, skill)
        if (hasRoomFor([...kept, text].join('\n'))) kept.push(text)
      }
      return kept.length === 0 ? '' : `${kept.join('\n')}\n\n`
    },
  }
}

/** The same for clients of MCP. */
export function skillPrompts(skills: Skills): SkillPrompts {
  return {
    async list() {
      await skills.start()
      return skills.enabled()
    },
    async instructions(name) {
      await skills.start()
      const skill = skills.enabled().find((one) => one.name === name)
      return skill && instructionsOf(skills, skill)
    },
  }
}

/** Those on this machine as resources for clients of MCP: what other servers serve is theirs to serve. */
export function sharedSkills(skills: Skills): SharedSkills {
  const enabled = async () => {
    await skills.start()
    return skills.enabled().filter(({ server }) => server === null)
  }
  const read = async ({ name }: SharedSkill, path: string) => {
    const skill = (await enabled()).find((one) => one.name === name)
    if (!skill) throw unknownSkill(name)
    return skills.enabledFile(skill, path)
  }
  return {
    list: enabled,
    read,
    frontmatter: async (skill) => frontmatterOf(await read(skill, SKILL_FILE)),
    onChange: (listener) => skills.onChange(listener),
  }
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
