const MiB = 1024 * 1024

/** What one skill may hold, and how many are looked for. */
export const skillLimits = {
  files: 256,
  fileBytes: MiB,
  folderBytes: 8 * MiB,
  /** Characters, as the specification has them. */
  name: 64,
  description: 1_024,
  compatibility: 500,
  frontmatter: 64 * 1024,
  /** Levels below a place where skills lie, and folders that are looked into there. */
  depth: 6,
  folders: 2_000,
  /** What an archive or a repository may weigh. */
  archiveBytes: 25 * MiB,
  /** Of an MCP server: what its skills may hold, as the extension fixes it, and how many of them are listed. */
  served: { files: 512, bytes: 16 * MiB, skills: 200 },
} as const
