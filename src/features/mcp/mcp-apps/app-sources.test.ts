import { expect, test } from 'vitest'
import { appFrameHeaders } from '../../../contract/app-frame.ts'
import { allSources, noSources, readSources } from './app-sources.ts'

test('origins are kept, with a port, a wildcard below a name and in the same order each time', () => {
  const { csp, dropped } = readSources({
    connectDomains: ['wss://live.example.com', 'https://API.example.com/', 'http://127.0.0.1:8123'],
    resourceDomains: ['https://*.example.com', 'https://*.example.com'],
  })
  expect(csp).toEqual({
    ...noSources,
    connectDomains: ['http://127.0.0.1:8123', 'https://api.example.com', 'wss://live.example.com'],
    resourceDomains: ['https://*.example.com'],
  })
  expect(dropped).toEqual([])
  expect(allSources(csp)).toHaveLength(4)
})

test.each([
  '*',
  'https:',
  'https://*',
  'https://*.com',
  'https://*.com:8443',
  'https://*.*.example.com',
  "'unsafe-eval'",
  "'self'",
  'data:',
  'https://a.example; script-src *',
  'https://a.example https://b.example',
  'https://a.example,b.example',
  'https://a.example/path',
  'https://ada@a.example',
  'https://a.example\nscript-src *',
  'ftp://a.example',
  'a.example',
  '',
])('%j is no origin, so it is left out', (source) => {
  const { csp, dropped } = readSources({ connectDomains: [source, 'https://good.example'] })
  expect(csp.connectDomains).toEqual(['https://good.example'])
  expect(dropped).toHaveLength(1)
})

test.each([
  undefined,
  null,
  'https://a.example',
  { connectDomains: 'https://a.example' },
  { connectDomains: [3] },
])('%j declares nothing', (declared) => {
  expect(readSources(declared).csp).toEqual(noSources)
})

test('an app that declares nothing reaches nothing', () => {
  const setting = { ancestors: ['http://127.0.0.1:8000'], isOpaque: false }
  const policy = appFrameHeaders({ csp: noSources, clipboardWrite: false }, setting)[
    'content-security-policy'
  ]!
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'unsafe-inline'",
      "connect-src 'none'",
      "frame-src 'none'",
      "object-src 'none'",
      "form-action 'none'",
      "base-uri 'none'",
      'frame-ancestors http://127.0.0.1:8000',
    ]),
  )
  expect(policy).not.toMatch(/'self'|unsafe-eval|\*|sandbox/)
})

test('on the address of the service itself an app has no origin and no clipboard', () => {
  const rights = { csp: noSources, clipboardWrite: true }
  const own = appFrameHeaders(rights, { ancestors: ["'self'"], isOpaque: true })
  expect(own['content-security-policy']).toContain('sandbox allow-scripts allow-forms')
  expect(own['permissions-policy']).toContain('clipboard-write=()')
  const other = appFrameHeaders(rights, { ancestors: ["'self'"], isOpaque: false })
  expect(other['permissions-policy']).toContain('clipboard-write=(self)')
  expect(other['permissions-policy']).toContain('camera=()')
})
