import type { SharedFile, SharedSkill } from './shared-skills.ts'

const SCHEME = 'skill://'
export const SKILL_FILE = 'SKILL.md'

export function fileAddress(skill: Pick<SharedSkill, 'name'>, path: string): string {
  return `${SCHEME}${skill.name}/${path.split('/').map(encodeURIComponent).join('/')}`
}

export interface FoundFile {
  readonly skill: SharedSkill
  readonly file: SharedFile
}

/** The file with exactly this address: none is made of what somebody asks for. */
export function fileAt(skills: readonly SharedSkill[], uri: string): FoundFile | undefined {
  if (!uri.startsWith(SCHEME)) return undefined
  for (const skill of skills) {
    const file = skill.files.find(({ path }) => fileAddress(skill, path) === uri)
    if (file) return { skill, file }
  }
  return undefined
}

export interface Child {
  readonly uri: string
  readonly name: string
  /** Undefined for a folder. */
  readonly found: FoundFile | undefined
}

/** What lies directly in a folder of a skill; undefined when there is no such folder. */
export function childrenAt(skills: readonly SharedSkill[], uri: string): Child[] | undefined {
  const [skill] = skills.filter(({ name }) => `${uri}/`.startsWith(`${SCHEME}${name}/`))
  if (!skill) return undefined
  const children = new Map<string, Child>()
  for (const file of skill.files) {
    const address = fileAddress(skill, file.path)
    if (!address.startsWith(`${uri}/`)) continue
    const [name = '', ...below] = address.slice(uri.length + 1).split('/')
    const found = below.length === 0 ? { skill, file } : undefined
    children.set(name, { uri: `${uri}/${name}`, name: decodeURIComponent(name), found })
  }
  return children.size === 0 ? undefined : [...children.values()]
}
