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
    description: 'The kind of service that hosts your repositories.',
    schema: Type.Enum(['github', 'gitlab', 'gitea']),
    default: 'github',
  }),
  declareSetting({
    name: 'REPOHOST_URL',
    group: repositories,
    description: 'The address of that service, if you host it yourself.',
    schema: HttpUrl,
    default: null,
    example: 'https://git.example.org',
  }),
  declareSetting({
    name: 'REPOHOST_TOKEN',
    group: repositories,
    description: 'An access token for that service. Not needed for public repositories.',
    schema: Secret,
    default: null,
    secret: true,
    goesTo: ['REPOHOST_KIND', 'REPOHOST_URL', 'UPSTREAM_GITHUB'],
  }),
  declareSetting({
    name: 'TEAMCHAT_TOKEN',
    group: chat,
    description: 'The bot token for your team chat.',
    schema: Secret,
    default: null,
    secret: true,
    goesTo: ['UPSTREAM_SLACK'],
  }),
  declareSetting({
    name: 'WEB_SEARCH_PROVIDER',
    group: web,
    description: 'Your web search provider: Brave Search, Tavily, or your own SearXNG.',
    schema: Type.Enum(['brave', 'tavily', 'searxng']),
    default: null,
    example: 'brave',
  }),
  declareSetting({
    name: 'WEB_SEARCH_API_KEY',
    group: web,
    description: "Your Brave Search or Tavily key. SearXNG doesn't need one.",
    schema: Secret,
    default: null,
    secret: true,
    goesTo: ['WEB_SEARCH_PROVIDER'],
  }),
  declareSetting({
    name: 'WEB_SEARCH_URL',
    group: web,
    description: 'The address of your SearXNG. It may be on this machine or its network.',
    schema: HttpUrl,
    default: null,
    example: 'https://searx.example.org',
  }),
  declareSetting({
    name: 'WEBHOOK_HOSTS',
    group: webhooks,
    description: 'Public host names under which only webhooks can be reached.',
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
    description: 'The project number, if the workspace chat signs as that project.',
    schema: Type.String({ pattern: '^[0-9]{4,20}$' }),
    default: null,
    example: '123456789012',
  }),
  declareSetting({
    name: 'WORKSPACE_CHAT_APP_EMAIL',
    group: webhooks,
    description: "The email address of your chat app's service account, needed for delayed answers.",
    schema: Email,
    default: null,
    example: 'deskhand@your-project.iam.gserviceaccount.com',
  }),
  declareSetting({
    name: 'WORKSPACE_CHAT_APP_SECRET',
    group: webhooks,
    description: 'The private key of that account, as found under private_key in its JSON file.',
    schema: Type.String({ minLength: 1, maxLength: 8192 }),
    default: null,
    secret: true,
    goesTo: ['UPSTREAM_GOOGLE_LOGIN', 'UPSTREAM_GOOGLE_CHAT'],
  }),
  declareSetting({
    name: 'WORKSPACE_CHAT_USERS',
    group: webhooks,
    description:
      'People in the workspace chat who get answers, by email address or user name. No one else does.',
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
    description: 'The password of that bot, needed for delayed answers.',
    schema: Secret,
    default: null,
    secret: true,
    goesTo: ['UPSTREAM_MICROSOFT_LOGIN', 'UPSTREAM_BOT_CONNECTOR'],
  }),
  declareSetting({
    name: 'OFFICE_CHAT_TENANT_ID',
    group: webhooks,
    description: "The bot's tenant, if it is for one tenant only.",
    schema: Type.String({ format: 'uuid' }),
    default: null,
    example: '9b7c1d4e-2f3a-4b5c-8d6e-7f8091a2b3c4',
  }),
  declareSetting({
    name: 'OFFICE_CHAT_USERS',
    group: webhooks,
    description: 'People in the office chat who get answers, by object id. No one else does.',
    schema: Users,
    default: [],
    example: ['3f2b8a50-7c1e-4f0a-9a55-0d6f5f1b2c3d'],
  }),
] as const
