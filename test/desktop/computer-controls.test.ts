import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccessibleElement, Point } from '../../src/platform/desktop/desktop-driver.ts'
import { openRealStage, until, type RealStage } from './real-stage.ts'
import { hasDesktop } from './stage.ts'

const TIMEOUT = 300_000

describe.runIf(hasDesktop)('an application that tells what its controls are', () => {
  let stage: RealStage
  const pressed: string[] = []
  beforeAll(async () => {
    stage = await openRealStage({ width: 1280, height: 720, windowManager: 'openbox', accessibility: true })
    const child = stage.desktop.start('/usr/bin/python3', [join(import.meta.dirname, 'letter-app.py')])
    createInterface({ input: child.stdout! }).on('line', (line) => pressed.push(line))
    await until(async () => (await find('Send')) !== undefined)
  }, TIMEOUT)
  afterAll(() => stage[Symbol.asyncDispose]())

  async function find(name: string): Promise<AccessibleElement | undefined> {
    const { elements } = await stage.observer.readElements('window').catch(() => ({ elements: [] }))
    return elements.find((one) => one.name === name && one.area !== null && one.area.width > 1)
  }

  async function middleOf(name: string): Promise<Point> {
    const { x, y, width, height } = (await find(name))!.area!
    return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
  }

  /** Whether the picture of the open question has its mark there. */
  async function isRedAt(task_id: string, { x, y }: Point): Promise<boolean> {
    const picture = await stage.service.client.desktop.readQuestionPicture({ params: { task_id } })
    const { default: sharp } = await import('sharp')
    const [red, green, blue] = await sharp(Buffer.from(picture.data, 'base64'))
      .extract({ left: x, top: y, width: 1, height: 1 })
      .raw()
      .toBuffer()
    return red! > 150 && green! < 110 && blue! < 110
  }

  test('a button that only shows something is pressed without a question', { timeout: TIMEOUT }, async () => {
    stage.server.mode = 'ask'
    stage.server.script.push({ name: 'CLICK_AT', args: { ...(await middleOf('Preview')) } })
    expect(await stage.tasks.run('Show it to me')).toMatchObject({ ended_by: 'ask_user' })
    await expect.poll(() => pressed).toEqual(['Preview'])
  })

  test('while a question is open, nothing is pressed', { timeout: TIMEOUT }, async () => {
    // The window that asks is on the same screen: a task that clicks could answer in the person's place.
    pressed.length = 0
    const { client } = stage.service
    const imported = await client.workflows.import({
      query: { start: true },
      body: {
        format: 'deskhand.workflow',
        version: 1,
        name: 'Wait',
        steps: [{ id: 'a', agent: 'computer_control', action: 'WAIT', args: { ms: 1 }, depends_on: [] }],
      },
    })
    stage.server.script.push({ name: 'CLICK_AT', args: { ...(await middleOf('Preview')) } })
    const { task_id } = await stage.tasks.start('Show it to me', { approve: 'none' })
    const held = await stage.tasks.until(task_id, ({ status }) => status === 'waiting')
    expect(held).toMatchObject({ message: 'Waits for your answer: Start “Wait”?', steps: [] })
    // It has looked, and waits; whatever it had pressed would have arrived before what somebody else presses now.
    await stage.observer.click(await middleOf('Send'), {})
    await expect.poll(() => pressed).toEqual(['Send'])
    const { confirmation_id } = imported.confirmation!
    await client.tools.confirm({ body: { confirmation_id, approved: false } })
    await stage.tasks.until(task_id, ({ ended_by }) => ended_by !== null)
    await expect.poll(() => pressed).toEqual(['Send', 'Preview'])
  })

  test(
    'a button that sends is asked about, though the model does not say what it is',
    { timeout: TIMEOUT },
    async () => {
      pressed.length = 0
      const wish = { name: 'CLICK_AT', args: { ...(await middleOf('Send')) } }
      for (const approved of [false, true]) {
        stage.server.script.push(wish)
        const { task_id } = await stage.tasks.start('Go on')
        expect(await stage.tasks.answer(task_id, approved)).toMatchObject({
          message: expect.stringContaining('"Send"'),
        })
        await stage.tasks.until(task_id, ({ ended_by }) => ended_by !== null)
        if (!approved) expect(pressed).toEqual([])
      }
      await expect.poll(() => pressed).toEqual(['Send'])
    },
  )

  test('the same by the name of the element', { timeout: TIMEOUT }, async () => {
    const { id, area } = (await find('Send'))!
    stage.server.script.push({ name: 'CLICK_ELEMENT', args: { id } })
    const { task_id } = await stage.tasks.start('Go on')
    await stage.tasks.until(task_id, (task) => task.confirmation !== null)
    const { x } = await middleOf('Send')
    expect(await isRedAt(task_id, { x, y: Math.round(area!.y) - 3 })).toBe(true)
    expect(await stage.tasks.answer(task_id, false)).toMatchObject({ action: 'CLICK_ELEMENT' })
    await stage.tasks.until(task_id, ({ ended_by }) => ended_by !== null)
  })

  test('a question shows the screen with the place marked', { timeout: TIMEOUT }, async () => {
    const { client } = stage.service
    const place = await middleOf('Send')
    stage.server.script.push({ name: 'CLICK_AT', args: { ...place, target: 'Preview' } })
    const { task_id } = await stage.tasks.start('Look around')
    const { confirmation } = await stage.tasks.until(task_id, (task) => task.confirmation !== null)
    expect(confirmation!.title).toMatch(/^Click "Send" \(button\) in ".+"\?$/)
    const picture = await client.desktop.readQuestionPicture({ params: { task_id } })
    expect(picture).toMatchObject({
      confirmation_id: confirmation!.confirmation_id,
      width: 1280,
      height: 720,
    })
    expect(await isRedAt(task_id, { x: place.x - 22, y: place.y })).toBe(true)
    await stage.tasks.answer(task_id, true)
    const task = await stage.tasks.until(task_id, ({ ended_by }) => ended_by !== null)
    expect(task.steps[0]!.outcome).toMatch(/^Clicked "Send" \(button\) in .* That is not "Preview"\.$/)
    await expect(client.desktop.readQuestionPicture({ params: { task_id } })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test(
    'a password field is asked about also by who asked for no questions',
    { timeout: TIMEOUT },
    async () => {
      const place = await middleOf('Password')
      stage.server.script.push({ name: 'TYPE_TEXT', args: { text: 'open sesame', ...place } })
      const { task_id } = await stage.tasks.start('Log in', { approve: 'none' })
      const asked = await stage.tasks.answer(task_id, false)
      expect(asked.message).toContain('password field')
      const task = await stage.tasks.until(task_id, ({ ended_by }) => ended_by !== null)
      expect(task.steps).toMatchObject([{ outcome: expect.stringContaining('did not allow it') }])
    },
  )

  test(
    'its texts are read as data, without what is in the password field',
    { timeout: TIMEOUT },
    async () => {
      await stage.observer.click(await middleOf('Password'), {})
      await stage.observer.type('secret42', {})
      stage.server.script.push({ name: 'READ_SCREEN', args: {} })
      await stage.tasks.run('Read it')
      const told = JSON.stringify(stage.server.received.at(-1)?.body)
      expect(told).toMatch(/<data-[0-9a-f]+ source=[^]*Preview/)
      expect(told).not.toContain('secret42')
    },
  )
})
