import { type Handlers } from '../../contract/endpoint.ts'
import type { AddDeps } from './add/add-skill.ts'
import type { skillsContract } from './contract.ts'
import type { Skills } from './skills.ts'

export interface SkillsHandlersDeps extends Omit<AddDeps, 'skills'> {
  readonly skills: Skills
}

export function skillsHandlers(deps: SkillsHandlersDeps): Handlers<typeof skillsContract> {
  const { skills } = deps
  return {
    list: () => skills.list(),
    async add({ body }, { signal }) {
      const { addSkill } = await import('./add/add-skill.ts')
      return addSkill(body, deps, signal)
    },
    read: ({ params }) => skills.read(params.name),
    readFile: ({ params, query }) => skills.readFile(params.name, query.path),
    enable: ({ params, body }) => skills.enable(params.name, body.hash),
    disable: ({ params }) => skills.disable(params.name),
    async remove({ params: { name } }) {
      await skills.remove(name)
      return { name, deleted: true }
    },
  }
}
