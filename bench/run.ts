/** `npm run bench` measures everything; `npm run bench -- store` one of them. */
const benches: Readonly<Record<string, () => Promise<void>>> = {
  store: async () => (await import('./store.ts')).benchStore(),
  'tool-overhead': async () => (await import('./tool-overhead.ts')).benchToolOverhead(),
  'write-xlsx': async () => (await import('./write-xlsx.ts')).benchWriteXlsx(),
  charts: async () => (await import('./charts.ts')).benchCharts(),
  'live-data': async () => (await import('./live-data.ts')).benchLiveData(),
  workflows: async () => (await import('./workflows.ts')).benchWorkflows(),
  automations: async () => (await import('./automations.ts')).benchAutomations(),
  'workflows-postgres': async () => (await import('./workflows-postgres.ts')).benchSharedWorkflows(),
  'model-tokens': async () => (await import('./model-tokens.ts')).benchModelTokens(),
  'chat-streams': async () => (await import('./chat-streams.ts')).benchChatStreams(),
  timers: async () => (await import('./timers.ts')).benchTimers(),
  'semantic-search': async () => (await import('./semantic-search.ts')).benchSemanticSearch(),
  'start-time': async () => {
    await (await import('./start-time.ts')).benchStartTime()
    await (await import('./installed-start.ts')).benchInstalledStart()
  },
  shell: async () => (await import('./shell.ts')).benchShell(),
  desktop: async () => (await import('./desktop.ts')).benchDesktop(),
  'sandbox-start': async () => (await import('./sandbox-start.ts')).benchSandboxStart(),
  'content-index': async () => (await import('./content-index.ts')).benchContentIndex(),
  expressions: async () => (await import('./expressions.ts')).benchExpressions(),
  router: async () => (await import('./router.ts')).benchRouter(),
  'search-files': async () => (await import('./search-files.ts')).benchSearchFiles(),
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`)
  process.exit(64)
}
for (const [name, run] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  await run()
  console.log()
}
