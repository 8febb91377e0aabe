import { AppError } from '../src/contract/errors.ts'
import { definePlugin, defineTool, type Reading, type Risk } from '../src/contract/tool.ts'
import { Type } from '../src/contract/type.ts'
import { ToolCatalog } from '../src/features/tools/tool-catalog.ts'
import { lookAtImage } from '../src/plugins/file-manager/look-at-image.ts'

export interface Entered {
  readonly action: string
  readonly args: Readonly<Record<string, unknown>>
}

const target = Type.Object({
  to: Type.Optional(Type.String({ description: 'Who or what it is about' })),
  url: Type.Optional(Type.String({ description: 'An address' })),
  text: Type.Optional(Type.String({ description: 'Words' })),
})

/** Tools of every risk and every reading, which note that they were entered. */
export function stageCatalog(entered: Entered[], found: () => string): ToolCatalog {
  const tool = (action: string, risk: Risk, reads: readonly Reading[]) =>
    defineTool({
      action,
      title: action.toLowerCase().replaceAll('_', ' '),
      description: `For tests: ${action.toLowerCase().replaceAll('_', ' ')}.`,
      params: target,
      data: Type.Object({ found: Type.String({ description: 'What was found' }) }),
      risk,
      reads,
      idempotent: risk === 'read',
      example: { args: {} },
      async run(args) {
        entered.push({ action, args: { ...args } })
        if (args.text === 'fail') throw new AppError('not_found', 'No such thing.')
        return { message: `${action} is done.`, data: { found: reads.length > 0 ? found() : 'nothing' } }
      },
    })
  const both = ['untrusted', 'private'] as const
  const tools = [
    tool('READ_MAIL', 'read', both),
    tool('READ_FEED', 'read', ['untrusted']),
    tool('READ_PAGE', 'read', ['untrusted']),
    { ...tool('SEARCH_WEB', 'read', ['untrusted']), leaves: ['text'] },
    tool('READ_DOCUMENT', 'read', both),
    tool('LIST_NAMES', 'read', both),
    tool('READ_DIARY', 'read', ['private']),
    tool('LOOK_UP', 'read', []),
    tool('WRITE_NOTE', 'write', []),
    tool('SEND_MAIL', 'external', []),
    tool('ERASE_ALL', 'dangerous', []),
    lookAtImage,
  ]
  const builtIn = [definePlugin({ agent: 'stage', title: 'Stage', summary: 'Tools for tests', tools })]
  const catalog = new ToolCatalog({ builtIn, edition: 'linux' })
  const stranger = definePlugin({
    agent: 'stranger',
    title: 'Stranger',
    summary: 'A plugin of somebody else',
    tools: [tool('ASK_STRANGER', 'read', []), defineTool({ ...lookAtImage, action: 'STRANGE_LOOK' })],
  })
  catalog.add(stranger, { origin: 'plugin', alwaysAsks: false })
  return catalog
}
