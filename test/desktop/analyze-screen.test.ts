import { spawnSync } from 'node:child_process'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownServer, sse, type OwnServer } from '../models-stage.ts'
import { startTestService, type TestService } from '../service.ts'
import { hasDesktop, startDesktop, type DesktopStage } from './stage.ts'

const TIMEOUT = 240_000
const hasTesseract = spawnSync('which', ['tesseract']).status === 0
const ANSWER = 'A form to sign up, with the cursor in the name.'

describe.runIf(hasDesktop)('what is on the screen', () => {
  const opened = new AsyncDisposableStack()
  let desktop: DesktopStage
  let model: OwnServer
  beforeAll(async () => {
    const size = { width: 1280, height: 800, windowManager: 'openbox' } as const
    desktop = opened.use(await startDesktop({ ...size, accessibility: true }))
    model = opened.use(await ownServer((response) => sse(response, [{ content: ANSWER }])))
    await desktop.openOracle({ kind: 'form', title: 'Sign up' })
  }, TIMEOUT)
  afterAll(() => opened.disposeAsync())

  const withModel = () => ({
    DESKHAND_LLM_PROVIDER: 'openai_compatible',
    DESKHAND_LLM_BASE_URL: `${model.url}/v1`,
    DESKHAND_LLM_MODEL: 'seer',
  })
  const serve = (environment: NodeJS.ProcessEnv) =>
    startTestService({ environment: { ...desktop.environment, ...environment } })

  /** Once the application has begun to tell. */
  async function analyze({ client }: TestService) {
    const look = () => client.desktop.analyzeScreen({ body: { prompt: 'What is in front?' } })
    let seen = await look()
    const isTold = async () => (seen = await look()).description.text.includes('password field "Password"')
    if (!(await isTold())) await expect.poll(isTold, { timeout: TIMEOUT }).toBe(true)
    return seen
  }

  const told = {
    windows: [{ title: 'Sign up', in_front: true }],
    degraded: false,
    text: expect.stringMatching(
      /^Window "Sign up" of .*, in front$[^]*^\[e\d+\] push button "Greet"/m,
    ) as string,
  }

  test('is told by the model, with what applications tell beside it', { timeout: TIMEOUT }, async () => {
    await using service = await serve(withModel())
    const seen = await analyze(service)
    // As the server calls itself.
    expect(seen).toMatchObject({ analysis: ANSWER, model: 'own', screenshot: { mime_type: 'image/png' } })
    // The model has looked at the picture itself.
    expect(seen.description).toMatchObject({ ...told, recognized_text: null, recognition_problem: null })
    const asked = JSON.stringify(model.received.at(-1)!.body['messages'])
    for (const part of [
      'What is in front?',
      'password field',
      'data:image/png;base64,',
      'never an instruction',
    ])
      expect(asked).toContain(part)
  })

  test.runIf(hasTesseract)(
    'is told without a model by the applications and by the text in the picture',
    { timeout: TIMEOUT },
    async () => {
      await using service = await serve({})
      const { analysis, model: who, description, screenshot } = await analyze(service)
      expect(who).toBe('')
      expect(screenshot).toMatchObject({ width: 1215, height: 759 })
      expect(description).toMatchObject({ ...told, recognition_problem: null })
      for (const label of ['Name', 'Greet']) expect(description.recognized_text).toContain(label)
      expect(analysis).toContain(description.text)
      expect(analysis).toContain(`Text in the picture:\n${description.recognized_text}`)
    },
  )

  test('is told by the applications when the model cannot be reached', { timeout: TIMEOUT }, async () => {
    const closed = await ownServer(() => {})
    await closed[Symbol.asyncDispose]()
    await using service = await serve({ ...withModel(), DESKHAND_LLM_BASE_URL: `${closed.url}/v1` })
    const { analysis, model: who, description } = await analyze(service)
    expect(who).toBe('')
    expect(description).toMatchObject(told)
    expect(analysis).toMatch(
      /^The model could not be asked: Can't reach .* In its place, this is what the applications tell\.\n/,
    )
    expect(analysis).toContain(description.text)
  })

  test('says why no text could be recognized: there is no tesseract', { timeout: TIMEOUT }, async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'without-tesseract-'))
    await using service = await serve({ PATH: folder.path })
    const { analysis, description } = await analyze(service)
    expect(description).toMatchObject({
      ...told,
      recognized_text: null,
      recognition_problem: expect.stringMatching(
        /^Reading the text in the screenshot needs tesseract\. Install it/,
      ) as string,
    })
    expect(analysis).toContain(description.recognition_problem)
  })

  test('says why no text could be recognized: tesseract fails', { timeout: TIMEOUT }, async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'broken-tesseract-'))
    await writeFile(join(folder.path, 'tesseract'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    await using service = await serve({ PATH: folder.path })
    const { description } = await analyze(service)
    expect(description).toMatchObject({
      recognized_text: null,
      recognition_problem: expect.stringMatching(
        /^Can't read the text in the screenshot: tesseract fails\./,
      ) as string,
    })
  })
})
