import { expect, test } from 'vitest'
import { createTestLauncher } from '../../../../test/launcher.ts'
import { silentLog } from '../../../contract/log.ts'
import { createLazyDesktop } from '../../../platform/desktop/lazy-desktop.ts'
import { createComputerControl } from '../../../plugins/computer-control/plugin.ts'
import { fileManager } from '../../../plugins/file-manager/plugin.ts'
import { rankTools } from '../../tools/rank-tools.ts'
import { ToolCatalog } from '../../tools/tool-catalog.ts'
import { rankedActions } from './offered-tools.ts'

const desktop = createLazyDesktop({ platform: 'linux', environment: {}, log: silentLog })
const catalog = new ToolCatalog({
  builtIn: [
    fileManager,
    createComputerControl({ ...desktop, launcher: createTestLauncher({ home: '/nowhere' }) }),
  ],
  edition: 'linux',
})

test('the model that answers a stranger does not hear of the desktop', () => {
  const wanted = { rank: rankTools, sentence: 'take a screenshot and click the button on the screen' }
  const here = rankedActions(catalog, { ...wanted, asked: { provenance: 'local-client' } })
  expect(here.actions).toContain('SCREENSHOT')
  const outside = rankedActions(catalog, { ...wanted, asked: { provenance: 'webhook:bob' } })
  const closed = catalog.list({ agent: 'computer_control' }).map(({ tool }) => tool.action)
  expect(outside.actions.filter((action) => closed.includes(action))).toEqual([])
})
