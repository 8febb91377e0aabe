/** A file of a skill, as it was enabled. */
export interface SharedFile {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
  readonly is_text: boolean
}

export interface SharedSkill {
  readonly name: string
  readonly description: string
  readonly files: readonly SharedFile[]
}

/** The skills that are served to clients of MCP: those on this machine that the user has enabled, and no others. */
export interface SharedSkills {
  /** By name. */
  list(): Promise<readonly SharedSkill[]>
  /** What was enabled, or nothing. */
  read(skill: SharedSkill, path: string): Promise<Buffer>
  /** The block at the beginning of its SKILL.md, as its author wrote it. */
  frontmatter(skill: SharedSkill): Promise<Readonly<Record<string, unknown>>>
  onChange(listener: () => void): () => void
}
