/** Agent Skills over MCP (SEP-2640): a server lists skills and gives their files. */
export const SKILLS_EXTENSION = 'io.modelcontextprotocol/skills'

/** How this service says that it serves them. */
export const skillsCapability = { [SKILLS_EXTENSION]: { directoryRead: true } }

/** The methods that the extension adds. */
export const skillMethods = ['skills/list', 'skills/get', 'resources/directory/read'] as const
