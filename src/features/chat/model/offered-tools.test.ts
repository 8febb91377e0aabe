import { expect, test } from 'vitest'
import { createTestLauncher } from '../../../../test/launcher.ts'
import { silentLog } from '../../../contract/log.ts'
import { createLazyDesktop } from '../../../platform/desktop/lazy-desktop.ts'
import { createComputerControl } from '../../../plugins/computer-control/plugin.ts'
import { plugins } from '../../../plugins/registry.ts'
import { ToolCatalog } from '../../tools/tool-catalog.ts'
import { offeredTools, toolCatalogue, unofferedTools } from './offered-tools.ts'

const desktop = createLazyDesktop({ platform: 'linux', environment: {}, log: silentLog })
const settings: Record<string, unknown> = {}
const catalog = new ToolCatalog({
  builtIn: [
    ...plugins,
    createComputerControl({ ...desktop, launcher: createTestLauncher({ home: '/nowhere' }) }),
  ],
  edition: 'linux',
  setting: (name) => settings[name],
})
const extent = 'full'
const asked = { provenance: 'local-client' } as const
const namesOf = (loaded: string[], tokens = 20_000) =>
  offeredTools(catalog, { asked, extent, tokens, loaded }).map(({ name }) => name)

test('the model that answers a stranger does not hear of the desktop', () => {
  const stranger = { provenance: 'webhook:bob' } as const
  const closed = catalog.list({ agent: 'computer_control' }).map(({ tool }) => tool.action)
  const told = [
    toolCatalogue(catalog, { asked: stranger, extent }),
    ...offeredTools(catalog, { asked: stranger, extent, tokens: 20_000, loaded: closed }).map(
      ({ name }) => name,
    ),
  ].join()
  for (const action of closed) expect(told).not.toMatch(new RegExp(`\\b${action}\\b`))
  expect(toolCatalogue(catalog, { asked, extent })).toContain('SCREENSHOT')
})

test('the same tools come first whatever is loaded, in the order in which they were', () => {
  const before = namesOf([])
  expect(before).toContain('READ_PDF')
  expect(namesOf(['CREATE_DOCX', 'APPEND_XLSX'])).toEqual([...before, 'CREATE_DOCX', 'APPEND_XLSX'])
})

test('what is not set up is named with what is missing, and not declared', () => {
  expect(toolCatalogue(catalog, { asked, extent })).toMatch(/- email \(.*SEND_EMAIL.*\): Set EMAIL_IMAP_HOST/)
  expect(namesOf(['SEND_EMAIL'])).not.toContain('SEND_EMAIL')
  settings['EMAIL_IMAP_HOST'] = 'imap.example.test'
  expect(toolCatalogue(catalog, { asked, extent })).toMatch(/- email: .*SEND_EMAIL/)
  expect(namesOf(['SEND_EMAIL'])).toContain('SEND_EMAIL')
})

test('what there is no room for is told', () => {
  const loaded = ['CREATE_PPTX', 'CREATE_DOCX']
  expect(unofferedTools(catalog, { asked, extent, tokens: 20_000, loaded })).toEqual([])
  expect(unofferedTools(catalog, { asked, extent, tokens: 3_000, loaded })).toEqual(loaded)
  expect(namesOf([], 800)).toContain('READ_FILE')
})
