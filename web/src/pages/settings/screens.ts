import {
  Bell,
  Cable,
  Cpu,
  Database,
  FileSearch,
  Globe,
  GraduationCap,
  KeyRound,
  Plug,
  Puzzle,
  ServerCog,
  ShieldCheck,
  User,
  Workflow,
  type LucideIcon,
} from 'lucide-react'

export interface Screen {
  /** The last part of its address. */
  readonly slug: string
  readonly title: string
  readonly about: string
  readonly Icon: LucideIcon
  /** Groups of settings that stand on it, in this order. */
  readonly groups: readonly string[]
  /** What else is on it, for the search. */
  readonly words: string
}

export const screens = [
  {
    slug: 'general',
    title: 'General',
    about: 'How Deskhand looks, and what it knows about you.',
    Icon: User,
    groups: ['You'],
    words: 'appearance theme dark light system',
  },
  {
    slug: 'models',
    title: 'Models',
    about: "The language model that answers what Deskhand can't answer on its own.",
    Icon: Cpu,
    groups: ['Language model'],
    words: 'llm ollama openai anthropic test usage price tokens',
  },
  {
    slug: 'connectors',
    title: 'Connectors',
    about: 'Your accounts at other services.',
    Icon: Cable,
    groups: ['Mail', 'Calendar', 'Repositories', 'Team chat', 'Web search', 'Channels', 'Webhooks'],
    words: 'email imap smtp caldav github gitlab gitea slack telegram test account sign in',
  },
  {
    slug: 'notifications',
    title: 'Notifications',
    about: "What you're told about, and where.",
    Icon: Bell,
    groups: ['Notifications', 'Notices to ntfy', 'Monitor'],
    words: 'browser phone notices warnings reminders briefing',
  },
  {
    slug: 'safety',
    title: 'Safety',
    about: 'What may happen without asking you, and what Deskhand may reach.',
    Icon: ShieldCheck,
    groups: ['Access and safety'],
    words: 'always allowed permissions approvals revoke folders',
  },
  {
    slug: 'tokens',
    title: 'Tokens and keys',
    about: 'The token that callers need, and the passwords and keys that are saved here.',
    Icon: KeyRound,
    groups: ['Access token'],
    words: 'password secret api key bearer authentication',
  },
  {
    slug: 'files',
    title: 'Files',
    about: 'Searching what is in your files.',
    Icon: FileSearch,
    groups: ['Search in files'],
    words: 'content index rebuild',
  },
  {
    slug: 'plugins',
    title: 'Plugins',
    about: 'Your own tools, each in a sandbox.',
    Icon: Puzzle,
    groups: [],
    words: 'enable disable reload sandbox',
  },
  {
    slug: 'skills',
    title: 'Skills',
    about:
      'Instructions for models, each for a certain kind of task. None is used before you have reviewed it.',
    Icon: GraduationCap,
    groups: ['Skills'],
    words: 'agent skills SKILL.md enable disable review add zip git folders',
  },
  {
    slug: 'mcp',
    title: 'MCP servers',
    about: 'Servers that add their tools to Deskhand.',
    Icon: Plug,
    groups: ['MCP servers'],
    words: 'mcpServers json restart log tools model context protocol',
  },
  {
    slug: 'workflows',
    title: 'Workflows',
    about: 'How steps run.',
    Icon: Workflow,
    groups: ['Workflows'],
    words: 'flows automations postgres worker',
  },
  {
    slug: 'live-data',
    title: 'Live data',
    about: 'Where news, weather, prices and the like come from.',
    Icon: Globe,
    groups: ['Live data', 'Provider addresses'],
    words: 'providers health',
  },
  {
    slug: 'data',
    title: 'Data',
    about: 'How much space it uses, and how to back it up.',
    Icon: Database,
    groups: ['Data'],
    words: 'backup restore export size disk',
  },
  {
    slug: 'service',
    title: 'Service',
    about: 'The program itself.',
    Icon: ServerCog,
    groups: ['Service'],
    words: 'log updates version',
  },
] as const satisfies readonly Screen[]

export type ScreenSlug = (typeof screens)[number]['slug']

/** Plugins add groups of their own at run time. */
export function slugOfGroup(group: string): ScreenSlug {
  return screens.find(({ groups }) => (groups as readonly string[]).includes(group))?.slug ?? 'plugins'
}

/** What an address below `/settings` leads to: a screen, or one setting on it. */
export function goalOf(
  item: string | undefined,
  settings: readonly { readonly name: string; readonly group: string }[],
): { readonly slug: ScreenSlug; readonly setting?: string } | undefined {
  if (item === undefined) return { slug: 'general' }
  // Buttons of answers that are older than the screens lead here.
  if (item === 'model') return { slug: 'models', setting: item }
  const screen = screens.find(({ slug }) => slug === item)
  if (screen) return { slug: screen.slug }
  const setting = settings.find(({ name }) => name === item)
  return setting && { slug: slugOfGroup(setting.group), setting: setting.name }
}

/** Whether every word is in the text. */
export function hasWords(text: string, query: string): boolean {
  const lower = text.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}
