import { definePlugin, type Plugin } from '../../contract/tool.ts'
import { createGetLiveData, type LiveKind } from './get-live-data.ts'

/** The tool needs the providers, which the service opens; so the plugin is made, not declared. */
export function createLiveDataPlugin(kinds: readonly LiveKind[]): Plugin {
  return definePlugin({
    agent: 'live_data',
    title: 'Live data',
    summary: 'Weather, prices, news and other live data.',
    tools: [createGetLiveData(kinds)],
  })
}
