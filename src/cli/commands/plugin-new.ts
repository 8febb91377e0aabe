import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ownFile } from '../../platform/files/own-code.ts'
import { ensurePrivateFolder } from '../../platform/files/atomic-file.ts'
import { errorCodeOf } from '../../platform/files/file-error.ts'
import { AGENT_NAME } from '../../platform/sandbox/plugin-manifest.ts'
import { CommandError } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { folderOf } from '../running-service.ts'

/** A plugin that works, for its author to change. It appears at once as a whole, because a running service takes it up. */
export async function createPlugin(call: CommandCall, name: string): Promise<number> {
  const agent = name.toLowerCase().replaceAll('-', '_')
  if (!new RegExp(AGENT_NAME).test(agent))
    throw new CommandError(
      `"${name}" isn't a valid plugin name. Use lower-case letters, digits and underscores, like word_count.`,
      exitCode.usage,
    )
  const { root, plugins } = folderOf(call)
  const folder = join(plugins, agent)
  await ensurePrivateFolder(root)
  await ensurePrivateFolder(plugins)
  const draft = join(plugins, `.new-${agent}-${process.pid}`)
  try {
    await mkdir(draft, { mode: 0o700 })
    for (const [file, text] of Object.entries(await filesOf(agent)))
      await writeFile(join(draft, file), text, { mode: 0o600 })
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(errorCodeOf(error) ?? ''))
      throw new CommandError(`${folder} already exists. Choose another name.`, exitCode.failed)
    throw error
  }
  call.terminal.result({ agent, folder }, () =>
    [
      `Made ${folder}.`,
      `Change plugin.ts, then try it:  deskhand plugin test ${agent}`,
      `When it does what you want:     deskhand plugin enable ${agent}`,
    ].join('\n'),
  )
  return exitCode.ok
}

async function filesOf(agent: string): Promise<Record<string, string>> {
  const action = `${agent.toUpperCase()}_GREET`
  const title = `${agent.charAt(0).toUpperCase()}${agent.slice(1).replaceAll('_', ' ')}`
  return {
    'plugin.json': manifestOf(agent, title),
    'plugin.ts': moduleOf(action),
    'plugin-module.d.ts': await publishedTypes(),
    'README.md': readmeOf({ agent, title, action }),
  }
}

/** The types that a plugin is written against, copied beside it so that an editor knows them without installing anything. */
function publishedTypes(): Promise<string> {
  // It holds nothing but types, so the source is its own declaration.
  return readFile(ownFile('src/contract/plugin-module.ts'), 'utf8')
}

function manifestOf(agent: string, title: string): string {
  const manifest = {
    agent,
    version: '0.1.0',
    title,
    summary: 'Says in a sentence what it is for.',
    is_safe: false,
    permissions: { network: [], read: [], write: [], store: false },
    settings: [{ name: 'GREETING', type: 'string', description: 'What it greets with.', default: 'Hello' }],
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

function moduleOf(action: string): string {
  return `import type { PluginTool } from './plugin-module.d.ts'

const greet: PluginTool<{ name: string; times: number }> = {
  action: '${action}',
  title: 'Greet somebody',
  description: 'Greets a person by name. Change this: a model chooses a tool by its description.',
  params: {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, description: 'Who is greeted' },
      times: { type: 'integer', minimum: 1, maximum: 10, default: 1, description: 'How often' },
    },
    required: ['name'],
  },
  risk: 'read',
  idempotent: true,
  example: { args: { name: 'Ada', times: 2 } },
  run({ name, times }, host) {
    const greeting = \`\${String(host.settings.get('GREETING'))}, \${name}!\`
    host.log('greeted', { name })
    return { message: Array(times).fill(greeting).join(' '), data: { greeting, times } }
  },
}

export const tools = [greet]
`
}

function readmeOf({ agent, title, action }: { agent: string; title: string; action: string }): string {
  return `# ${title}

What it does, in a sentence or two.

| tool | does |
|---|---|
| \`${action}\` | greets a person by name |

Try it: \`deskhand plugin test ${agent}\` runs the example of each tool in the sandbox.

Call it:

    curl http://127.0.0.1:8000/execute_tool --json '{"tool_name":"${action}","args":{"name":"Ada"}}'

Every call is asked about until you enable the plugin (\`deskhand plugin enable ${agent}\`) and \`plugin.json\` says
\`"is_safe": true\`. After each change it must be enabled again, because it is the exact files that you enable.
\`plugin.json\` says what it may reach; \`plugin-module.d.ts\` says what a tool gets.
`
}
