import { Type } from '../../contract/type.ts'
import { declareSetting } from './declare-setting.ts'
import { Email, HostHeader, HttpUrl, Line, Secret } from './value-schemas.ts'

const repositories = 'Repositories'
const chat = 'Team chat'
const web = 'Web search'
const webhooks = 'Webhooks'

const Users = Type.Array(Line, { maxItems: 1000, uniqueItems: true })

export const connectorSettings = [
  declareSetting({
    name: 'REPOHOST_KIND',
    group: repositories,
    description: 'Which kind of service hosts your repositories.',
    schema: Type.Enum(['github', 'gitlab', 'gitea']),
    default: 'github',
  }),
  declareSetting({
    name: 'REPOHOST_URL',
    group: repositories,
    description: 'The address of that service, when it is your own.',
    schema: HttpUrl,
    default: null,
    example: 'https://git.example.org',
  }),
  declareSetting({
    name: 'REPOHOST_TOKEN',
    group: repositories,
    description: 'An access token of that service. Public repositories need none.',
    schema: Secret,
    default: null,
    secret: true,
    goesTo: ['REPOHOST_KIND', 'REPOHOST_URL', 'UPSTREAM_GITHUB'],
  }),
  declareSetting({
    name: 'TEAMCHAT_TOKEN',
    group: chat,
    description: 'The bot token of your team chat.',
    schema: Secret,
    default: null,
    secret: true,
    goesTo: ['UPSTREAM_SLACK'],
  }),
  declareSetting({
    name: 'WEB_SEARCH_PROVIDER',
    group: web,
    description: 'Who searches the web for you: Brave Search, Tavily, or a SearXNG of your own.',
    schema: Type.Enum(['brave', 'tavily', 'searxng']),
    default: null,
    example: 'brave',
  }),
  declareSetting({
    name: 'WEB_SEARCH_API_KEY',
    group: web,
    description: 'Your key of Brave Search or Tavily. SearXNG needs none.',
    schema: Secret,
    default: null,
    secret: true,
    goesTo: ['WEB_SEARCH_PROVIDER'],
  }),
  declareSetting({
    name: 'WEB_SEARCH_URL',
    group: web,
    description: 'The address of your SearXNG, which may be on this machine or its network.',
    schema: HttpUrl,
    default: null,
    example: 'https://searx.example.org',
  }),
  declareSetting({
    name: 'WEBHOOK_HOSTS',
    group: webhooks,
    description: 'Public names under which webhooks, and nothing else, can be reached.',
    schema: Type.Array(HostHeader, { maxItems: 20, uniqueItems: true }),
    default: [],
    example: ['hooks.example.org'],
  }),
  declareSetting({
    name: 'WORKSPACE_CHAT_AUDIENCE',
    group: webhooks,
    description:
      "The audience of the workspace chat's tokens: your endpoint's address, or the project number.",
    schema: Type.String({ pattern: '^(?:https://\\S+|[0-9]{4,20})$', maxLength: 2048 }),
    default: null,
    example: 'https://hooks.example.org/webhook/workspace-chat',
  }),
  declareSetting({
    name: 'WORKSPACE_CHAT_PROJECT_NUMBER',
    group: webhooks,
    description: 'The project number, when the workspace chat signs as that project.',
    schema: Type.String({ pattern: '^[0-9]{4,20}$' }),
    default: null,
    example: '123456789012',
  }),
  declareSetting({
    name: 'WORKSPACE_CHAT_APP_EMAIL',
    group: webhooks,
    description: 'The address of the service account of your chat app, needed for answers that come later.',
    schema: Email,
    default: null,
    example: 'deskhand@your-project.iam.gserviceaccount.com',
  }),
  declareSetting({
    name: 'WORKSPACE_CHAT_APP_SECRET',
    group: webhooks,
    description: 'The private key of that account, as it stands in its JSON file under private_key.',
    schema: Type.String({ minLength: 1, maxLength: 8192 }),
    default: null,
    secret: true,
    goesTo: ['UPSTREAM_GOOGLE_LOGIN', 'UPSTREAM_GOOGLE_CHAT'],
  }),
  declareSetting({
    name: 'WORKSPACE_CHAT_USERS',
    group: webhooks,
    description:
      'People in the workspace chat who are answered, by mail address or user name. Nobody else is.',
    schema: Users,
    default: [],
    example: ['ada@example.org'],
  }),
  declareSetting({
    name: 'OFFICE_CHAT_SECRET',
    group: webhooks,
    description: "The security token of the office chat's outgoing webhook.",
    schema: Type.String({ pattern: '^[A-Za-z0-9+/]{22,}={0,2}$', maxLength: 1024 }),
    default: null,
    secret: true,
  }),
  declareSetting({
    name: 'OFFICE_CHAT_APP_ID',
    group: webhooks,
    description: "The application id of your bot in the office chat; its tokens' audience.",
    schema: Type.String({ format: 'uuid' }),
    default: null,
    example: '3f2b8a50-7c1e-4f0a-9a55-0d6f5f1b2c3d',
  }),
  declareSetting({
    name: 'OFFICE_CHAT_APP_PASSWORD',
    group: webhooks,
    description: 'The password of that bot, needed for answers that come later.',
    schema: Secret,
    default: null,
    secret: true,
    goesTo: ['UPSTREAM_MICROSOFT_LOGIN', 'UPSTREAM_BOT_CONNECTOR'],
  }),
  declareSetting({
    name: 'OFFICE_CHAT_TENANT_ID',
    group: webhooks,
    description: 'The tenant that the bot belongs to, when it is for one tenant only.',
    schema: Type.String({ format: 'uuid' }),
    default: null,
    example: '9b7c1d4e-2f3a-4b5c-8d6e-7f8091a2b3c4',
  }),
  declareSetting({
    name: 'OFFICE_CHAT_USERS',
    group: webhooks,
    description: 'People in the office chat who are answered, by object id. Nobody else is.',
    schema: Users,
    default: [],
    example: ['3f2b8a50-7c1e-4f0a-9a55-0d6f5f1b2c3d'],
  }),
] as const
