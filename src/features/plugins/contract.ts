import { RiskClass } from '../../contract/confirmation.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { closed, literals, nullable } from '../../contract/schema.ts'
import { Type, type Static } from '../../contract/type.ts'

const Permissions = Type.Object(
  {
    network: Type.Array(Type.String(), { description: 'Hosts it may reach through the service' }),
    read: Type.Array(Type.String(), { description: 'Files and folders it may read' }),
    write: Type.Array(Type.String(), { description: 'Files and folders it may change' }),
    store: Type.Boolean({ description: 'Whether it may store values under plugin/<agent>/' }),
  },
  { description: 'What its manifest asks for; granted only while its status is enabled' },
)

export const PluginDescription = Type.Object(
  {
    agent: Type.String({ description: 'Name of the plugin and of its folder' }),
    title: Type.String({ description: 'Name' }),
    version: nullable(Type.String(), { description: 'From its manifest; null if unreadable' }),
    summary: Type.String({ description: 'Its purpose, in a sentence' }),
    status: literals(['enabled', 'unconfirmed', 'disabled', 'crashed', 'refused'], {
      description:
        'enabled: this exact version was confirmed. unconfirmed: new or changed; it has no permissions and every ' +
        "call asks. disabled: by you. crashed: too often, so it was turned off. refused: it can't be used; problem says why.",
    }),
    problem: nullable(Type.String(), { description: 'What is wrong and what to do, in a sentence' }),
    hash: nullable(Type.String(), { description: 'SHA-256 of all its files; enabling it requires this' }),
    is_safe: Type.Boolean({ description: 'As declared by its author' }),
    always_asks: Type.Boolean({ description: 'Whether every call of its tools needs approval' }),
    permissions: Permissions,
    settings: Type.Array(Type.String(), {
      description: 'Names of its settings, available once it is enabled',
    }),
    tools: Type.Array(
      Type.Object({
        action: Type.String({ description: 'Name of the tool' }),
        title: Type.String({ description: 'Name' }),
        risk: RiskClass,
      }),
      { description: 'Its tools; empty if not loaded' },
    ),
  },
  { $id: 'PluginDescription', description: 'A plugin in the plugins folder' },
)
export type PluginDescription = Static<typeof PluginDescription>

const example: PluginDescription = {
  agent: 'word_count',
  title: 'Word count',
  version: '1.0.0',
  summary: 'Counts words and tracks what you write.',
  status: 'enabled',
  problem: null,
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  is_safe: true,
  always_asks: false,
  permissions: { network: [], read: [], write: [], store: true },
  settings: ['PLUGIN_WORD_COUNT_WORDS_PER_MINUTE'],
  tools: [{ action: 'COUNT_WORDS', title: 'Count words', risk: 'read' }],
}

const AgentParams = Type.Object({
  agent: Type.String({ minLength: 1, maxLength: 100, description: 'Name of the plugin' }),
})
const params = { agent: 'word_count' }

export const pluginsContract = defineContract({
  list: {
    method: 'GET',
    path: '/api/plugins',
    summary: 'List the plugins',
    result: Type.Object({
      plugins: Type.Array(PluginDescription, { description: 'By name' }),
      folder: Type.String({ description: 'The plugins folder' }),
      isolation: Type.Object(
        {
          kind: literals(['bubblewrap', 'none'], {
            description:
              'bubblewrap: no network, no files but its own. none: no sandbox, so no plugin is loaded',
          }),
          detail: nullable(Type.String(), { description: 'Why isolation is limited' }),
        },
        { description: 'How plugins are isolated from this machine' },
      ),
    }),
    example: {
      result: {
        plugins: [example],
        folder: '/home/ada/.local/share/deskhand/plugins',
        isolation: { kind: 'bubblewrap', detail: null },
      },
    },
  },
  enable: {
    method: 'POST',
    path: '/api/plugins/:agent/enable',
    summary: 'Confirm a plugin',
    description:
      'Grants this exact version what its manifest asks for. Any change to its files revokes that until the new version ' +
      'is confirmed. Only for a person at this machine.',
    params: AgentParams,
    body: closed({
      hash: Type.String({
        pattern: '^[0-9a-f]{64}$',
        description: 'The version you checked, as given in the list; any other gets 409',
      }),
    }),
    result: PluginDescription,
    errors: ['not_found', 'conflict', 'forbidden'],
    example: { params, body: { hash: example.hash! }, result: example },
  },
  disable: {
    method: 'POST',
    path: '/api/plugins/:agent/disable',
    summary: 'Turn a plugin off',
    description: 'Its tools are gone immediately, until it is enabled again.',
    params: AgentParams,
    result: PluginDescription,
    errors: ['not_found', 'forbidden'],
    example: { params, result: { ...example, status: 'disabled', always_asks: true, tools: [] } },
  },
  reload: {
    method: 'POST',
    path: '/api/plugins/:agent/reload',
    summary: 'Reload a plugin',
    description: 'Changes are noticed without this. It also restarts a crashed plugin.',
    params: AgentParams,
    result: PluginDescription,
    errors: ['not_found', 'forbidden'],
    example: { params, result: example },
  },
})
