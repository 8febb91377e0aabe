import { Type } from '../../contract/type.ts'
import { limits } from '../../contract/limits.ts'
import { declareSetting } from './declare-setting.ts'
import { AgentName, AnyFolderPath, HttpsUrl, HttpUrl, PostgresUrl } from './value-schemas.ts'

const Variables = Type.Record(
  Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]*$' }),
  Type.String({ maxLength: 8192 }),
  {
    description: 'Environment variables. A value like $NAME is taken from the setting of that name.',
    additionalProperties: false,
  },
)

const Headers = Type.Record(Type.String({ pattern: '^[A-Za-z0-9-]+$' }), Type.String({ maxLength: 8192 }), {
  description: 'Request headers. A value like $NAME is taken from the setting of that name.',
  additionalProperties: false,
})

const OAuth = Type.Object(
  {
    client_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 2048, description: 'Registered by you' }),
    ),
    client_secret: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 8192,
        description: 'Best as $NAME, from the setting of that name',
      }),
    ),
    scope: Type.Optional(
      Type.String({
        pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+( [\\x21\\x23-\\x5b\\x5d-\\x7e]+)*$',
        maxLength: 2048,
        description: 'Rights to ask for, separated by spaces',
      }),
    ),
  },
  {
    additionalProperties: false,
    description: 'For a server that needs a sign-in: only if its issuer wants programs registered by hand',
  },
)

/** The only setting that names a program. It is never started by being set: the first start waits for an approval. */
const McpServer = Type.Union([
  Type.Object(
    {
      command: Type.String({ minLength: 1, maxLength: 4096, description: 'The program to start' }),
      args: Type.Optional(Type.Array(Type.String({ maxLength: 4096 }), { maxItems: 100 })),
      env: Type.Optional(Variables),
      rights: Type.Optional(
        Type.Enum(['work', 'full'], {
          default: 'work',
          description: 'work: in the sandbox, with your folders and what args name. full: all your rights',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    { url: HttpUrl, headers: Type.Optional(Headers), oauth: Type.Optional(OAuth) },
    { additionalProperties: false, description: 'A server reached over HTTP' },
  ),
])

export const workSettings = [
  declareSetting({
    name: 'WORKFLOW_CONCURRENCY',
    label: 'Parallel steps per workflow',
    group: 'Workflows',
    description: 'Steps of one workflow that run in parallel.',
    schema: Type.Integer({ minimum: 1, maximum: 64 }),
    default: limits.workflow_concurrency.value,
  }),
  declareSetting({
    name: 'WORKFLOW_STEP_SECONDS',
    label: 'Time limit per step',
    group: 'Workflows',
    description: 'Seconds before a step without its own limit is cancelled.',
    schema: Type.Integer({ minimum: 1, maximum: 86_400 }),
    default: limits.step_seconds.value,
  }),
  declareSetting({
    name: 'DATABASE_URL',
    label: 'Shared database',
    advanced: true,
    group: 'Workflows',
    description:
      'The PostgreSQL database where several processes share workflows. If unset, workflows stay on this machine. Takes effect at start.',
    schema: PostgresUrl,
    default: null,
    secret: true,
  }),
  declareSetting({
    name: 'WORKER_STEPS',
    label: 'Parallel steps in this process',
    advanced: true,
    group: 'Workflows',
    description:
      'Steps this process runs in parallel, across all workflows, if several processes share the work.',
    schema: Type.Integer({ minimum: 1, maximum: 256 }),
    default: 16,
  }),
  declareSetting({
    name: 'WORKER_AGENTS',
    label: 'Agents in this process',
    advanced: true,
    group: 'Workflows',
    description:
      'Agents whose steps this process may run, if several processes share the work. All of them by default.',
    schema: Type.Array(AgentName, { maxItems: 500, uniqueItems: true }),
    default: null,
    example: ['file_manager', 'xlsx_handler'],
  }),
  declareSetting({
    name: 'MCP_SERVERS',
    label: 'MCP servers',
    advanced: true,
    group: 'MCP servers',
    description:
      'MCP servers whose tools join the catalog, by name. A program is shown to you and needs approval before its first start.',
    schema: Type.Record(AgentName, McpServer, { additionalProperties: false }),
    default: {},
    example: { memory: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-memory'] } },
  }),
  declareSetting({
    name: 'MCP_CLIENT_METADATA_URL',
    label: 'Client metadata address',
    advanced: true,
    group: 'MCP servers',
    description:
      'An https page that describes this client to issuers, if you publish one. Otherwise Deskhand registers itself when you sign in.',
    schema: HttpsUrl,
    default: null,
    example: 'https://example.com/deskhand/client.json',
  }),
  declareSetting({
    name: 'SKILL_FOLDERS',
    label: 'Skill folders',
    group: 'Skills',
    description:
      "Folders to look for skills in, besides Deskhand's own and ~/.agents/skills. Nothing in them is used until you enable it.",
    schema: Type.Array(AnyFolderPath, { maxItems: 20, uniqueItems: true }),
    default: [],
    example: ['~/.claude/skills'],
  }),
] as const
