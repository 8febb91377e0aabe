/** A group of guides, as the side of each page lists them. */
export interface GuideGroup {
  readonly title: string
  /** File names in `docs/` without their ending, in the order in which a newcomer would read them. */
  readonly pages: readonly string[]
}

/** Every guide stands in exactly one group: `contents.test.ts` names one that was forgotten. */
export const contents: readonly GuideGroup[] = [
  { title: 'Start', pages: ['tutorial', 'guide', 'concepts', 'cookbook', 'command-line'] },
  { title: 'Chat', pages: ['chat', 'models', 'chat-with-a-model', 'web'] },
  { title: 'Work', pages: ['workflows', 'automations', 'expressions'] },
  { title: 'Connect', pages: ['mail', 'calendar', 'channels', 'webhooks', 'mcp', 'editors'] },
  { title: 'Desktop', pages: ['desktop', 'computer-control'] },
  { title: 'Keep it well', pages: ['troubleshooting', 'upgrade', 'security', 'platforms', 'scaling'] },
  {
    title: 'Build',
    pages: [
      'write-a-plugin',
      'plugins',
      'write-a-tool',
      'skills',
      'write-a-shell',
      'typescript-client',
      'api-changelog',
      'releasing',
    ],
  },
  { title: 'Background', pages: ['architecture', 'comparison', 'evaluation', 'decided'] },
  { title: 'Reference', pages: ['tools', 'settings', 'events', 'limits'] },
]

/** Those that are written from the declarations. */
export const generatedPages: ReadonlySet<string> = new Set(['tools', 'settings', 'events', 'limits'])

/** What people call the subject of a page who have not read it: the search finds it by these words, too. */
export const alsoCalled: Readonly<Record<string, string>> = {
  tutorial: 'first steps, get started, beginner, quick start, newcomer, learn',
  guide: 'my data folder, another computer, network access, install',
  concepts:
    'what is a tool, component, store, run, approval, taint, workflow, automation, glossary, terms, meaning',
  cookbook: 'recipes, examples, ideas, templates',
  'command-line': 'command line options, terminal, shell scripts',
  models: 'cost and price of a model, API key, local model, provider',
  chat: 'stream, resume, session, conversation',
  web: 'fetch a page, internet, browser',
  workflows: 'my first workflow, steps, pipeline, job, retry',
  automations: 'start when a file arrives, trigger, schedule, cron, event',
  expressions: 'conditions, formulas, functions',
  mail: 'connect Gmail, Outlook, IMAP, SMTP, OAuth, email account',
  calendar: 'CalDAV, ICS, appointments',
  channels: 'Telegram, Slack, email, ntfy, phone, mobile',
  mcp: 'Claude Desktop, MCP server, MCP client, MCP Apps',
  editors: 'Zed, JetBrains, IntelliJ, Agent Client Protocol, ACP, IDE',
  desktop: 'take a screenshot, click, type, screen',
  'computer-control': 'computer use, vision model',
  plugins: 'plugin permissions, manifest, extension, sandbox',
  'write-a-plugin': 'write a plugin, create my own tool, first plugin, plugin tutorial',
  'write-a-tool': 'contribute a built-in tool, add a tool to Deskhand itself',
  troubleshooting:
    'error message, problem, does not work, not working, broken, fails, help, debug, port in use, does not start',
  upgrade: 'update, new version, rollback, downgrade, go back, uninstall, remove, delete everything',
  security:
    'is it safe, privacy, telemetry, who can see my data, prompt injection, permissions, what leaves my machine',
  comparison: 'alternatives, OpenClaw, Open WebUI, n8n, Home Assistant, versus, vs, difference, compare',
  'api-changelog': 'breaking changes of the API, versions of the interface, deprecated',
  architecture: 'how it works inside, overview, diagram, design',
  skills: 'Agent Skills, SKILL.md, instructions for the model, add a skill',
  'write-a-shell': 'write my own client, frontend, user interface, draw and render components',
  platforms: 'Windows, macOS, WSL, supported operating systems, which systems',
  'typescript-client': 'SDK, typed client library, npm, OpenAPI generator, generated client',
  scaling: 'PostgreSQL, workers, several machines, cluster',
  evaluation: 'evaluate a model, benchmark',
  settings: 'environment variables, configuration',
}
