import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canBrowse } from '../security/chromium.ts'
import { showComponents } from './show-components.ts'
import { startShellStage, type ShellStage } from './stage.ts'

describe.skipIf(!canBrowse)('second thoughts', () => {
  let stage: ShellStage
  beforeAll(async () => {
    stage = await startShellStage()
  })
  afterAll(() => stage[Symbol.asyncDispose]())

  const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })

  test('what was removed comes back where it was, also when somebody else wrote meanwhile', async () => {
    const key = 'undo-list'
    const entry = (id: string) => ({ id, text: `entry ${id}`, done: false })
    const store = stage.service.client.store
    await store.put({ params: { key }, body: { items: [entry('a'), entry('b'), entry('c')] } })
    const { page, card } = await showComponents(stage, [{ type: 'todo_list', id: key, title: 'Undo' }])
    await card('Undo').getByText('entry b', { exact: true }).hover()
    await card('Undo').getByRole('button', { name: 'Remove entry b' }).click()
    const undo = card('Undo').getByRole('button', { name: 'Undo', exact: true })
    // It stays while somebody is at it, however long the rest takes.
    await undo.focus()
    const read = async () =>
      ((await store.get({ params: { key } })) as { items: { id: string }[] }).items.map(({ id }) => id)
    await expect.poll(read).toEqual(['a', 'c'])
    const { items } = (await store.get({ params: { key } })) as { items: object[] }
    await store.put({ params: { key }, body: { items: [...items, entry('d')] } })
    await card('Undo').getByText('entry d', { exact: true }).waitFor()
    await page.getByRole('log', { name: 'Announcements' }).getByText('“entry b” removed.').waitFor()
    await undo.press('Enter')
    await expect.poll(read).toEqual(['a', 'b', 'c', 'd'])
    expect(await undo.count()).toBe(0)
  })

  test('editing a message says so, can be left, and gives the draft back', async () => {
    stage.chat.script = () => [{ type: 'text.delta', id: 't', delta: 'Done.' }]
    const { page } = await stage.open('/chat')
    await field(page).fill('the first')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Ask again' }).waitFor()
    await field(page).fill('half a thou')
    const edit = async () => {
      await page.getByText('the first', { exact: true }).last().hover()
      await page.getByRole('button', { name: 'Edit and send again' }).first().click()
      await page.getByText('Editing. This sends a new message').waitFor()
      expect(await field(page).inputValue()).toBe('the first')
    }
    await edit()
    await page.keyboard.press('Escape')
    expect(await field(page).inputValue()).toBe('half a thou')
    expect(await page.getByText('Editing.').count()).toBe(0)
    await edit()
    await field(page).fill('the second')
    await page.keyboard.press('Enter')
    await expect.poll(() => stage.chat.asked.at(-1)?.message).toBe('the second')
    expect(await field(page).inputValue()).toBe('half a thou')
  })

  test('a flow that is being made stays, by every way and after going away', async () => {
    const { page } = await stage.open('/workflows/new')
    await page.getByRole('textbox', { name: 'What should it do?' }).fill('Tidy up')
    await page.getByRole('button', { name: 'Build it' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('My flow')
    await page.getByRole('combobox', { name: 'Tool of the next step' }).selectOption('LIST_FILES')
    await page.getByRole('button', { name: 'Add step' }).click()
    await page.getByRole('button', { name: 'Describe it' }).click()
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.goBack()
    expect(await page.getByRole('textbox', { name: 'What should it do?' }).inputValue()).toBe('Tidy up')
    await page.getByRole('button', { name: 'Build it' }).click()
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('My flow')
    await page.getByRole('button', { name: 'Start over' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Start over' }).click()
    await page.getByRole('button', { name: 'Build it' }).click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('')
  })

  test('a plan that comes late takes nothing away that was written meanwhile', async () => {
    const { page } = await stage.open('/workflows/new')
    const planned = Promise.withResolvers<void>()
    await page.route('**/api/workflows/generate', async (route) => {
      await planned.promise
      await route.continue()
    })
    await page.getByRole('textbox', { name: 'What should it do?' }).fill('list the files in ~/Documents')
    await page.getByRole('button', { name: 'Plan it' }).click()
    await page.getByRole('button', { name: 'Build it' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('My papers')
    await page.getByRole('combobox', { name: 'Tool of the next step' }).selectOption('SCREENSHOT')
    await page.getByRole('button', { name: 'Add step' }).click()
    planned.resolve()
    const question = page.getByRole('dialog', { name: 'Replace the steps?' })
    await question.getByText('You have written a step already.').waitFor()
    await question.getByRole('button', { name: 'Replace' }).click()
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('My papers')
  })

  test('a setting that was changed and not saved stays through a search and another page', async () => {
    const { page } = await stage.open('/settings/CHAT_SECONDS')
    const setting = page.getByRole('spinbutton', { name: 'Time per answer' })
    await setting.fill('77')
    await page.getByRole('searchbox', { name: 'Search settings' }).fill('no such words at all')
    await page.getByText('No matches.').waitFor()
    await page.getByText('Not saved yet: Time per answer').waitFor()
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await setting.waitFor()
    expect(await setting.inputValue()).toBe('77')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => setting.inputValue()).not.toBe('77')
  })

  test('a choice with a default lists it once', async () => {
    const { page } = await stage.open('/settings/APPROVAL_MODE')
    const choice = page.getByRole('combobox', { name: 'When to ask first' })
    await choice.waitFor()
    const options = (await choice.getByRole('option').allInnerTexts()).map((text) =>
      text.replace(' (default)', ''),
    )
    expect(new Set(options).size).toBe(options.length)
    expect(await choice.inputValue()).toBe('')
    await choice.selectOption('always')
    await expect
      .poll(async () => (await stage.service.client.settings.get({}))['APPROVAL_MODE'])
      .toBe('always')
    await choice.selectOption('')
    await expect
      .poll(async () => (await stage.service.client.settings.get({}))['APPROVAL_MODE'])
      .not.toBe('always')
  })

  test('a list of texts is shown as it is written, one a line', async () => {
    const { page } = await stage.open('/settings/ALLOWED_HOSTS')
    const hosts = page.getByRole('textbox', { name: 'Allowed host names' })
    await hosts.waitFor()
    expect(await hosts.inputValue()).toBe('')
    await hosts.fill('one.example\ntwo.example')
    await page.getByRole('button', { name: 'Save' }).click()
    const read = async () => (await stage.service.client.settings.get({}))['ALLOWED_HOSTS']
    await expect.poll(read).toEqual(['one.example', 'two.example'])
    await page.reload()
    await expect.poll(() => hosts.inputValue()).toBe('one.example\ntwo.example')
    await hosts.fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(read).toEqual([])
  })

  test('a payment is read as people write it, refused when it is nothing, and changed', async () => {
    const { card } = await showComponents(stage, [
      { type: 'budget_tracker', id: 'undo-budget', currency: 'EUR' },
    ])
    const budget = card('Budget')
    const amount = budget.getByRole('textbox', { name: 'Amount in EUR' })
    await amount.fill('0')
    await budget.getByText('Enter an amount above 0').waitFor()
    expect(await budget.getByRole('button', { name: 'Add payment' }).isDisabled()).toBe(true)
    const read = async () =>
      (await stage.service.client.store.get({ params: { key: 'undo-budget' } })) as { entries?: object[] }
    for (const [text, value] of [
      ['1,234.56', 1_234.56],
      ['1.234.567,80', 1_234_567.8],
    ] as const) {
      await amount.fill(text)
      await budget.getByRole('textbox', { name: 'What for' }).fill(text)
      await budget.getByRole('button', { name: 'Add payment' }).click()
      await expect
        .poll(read)
        .toMatchObject({ entries: expect.arrayContaining([expect.objectContaining({ amount: value })]) })
    }
    const heights = await budget
      .locator('dd')
      .evaluateAll((figures) =>
        figures.map((one) => (one as unknown as { offsetHeight: number }).offsetHeight),
      )
    expect(new Set(heights).size).toBe(1)
    await budget.getByRole('button', { name: 'Change 1,234.56' }).click()
    await budget.getByRole('textbox', { name: 'Amount in EUR' }).last().fill('5')
    await budget.getByRole('button', { name: 'Save payment' }).click()
    await expect.poll(read).toMatchObject({
      entries: expect.arrayContaining([expect.objectContaining({ text: '1,234.56', amount: 5 })]),
    })
  })

  test('a long entry is shown whole', async () => {
    const text = 'a very long entry that goes on and on '.repeat(8).trim()
    await stage.service.client.store.put({
      params: { key: 'long-list' },
      body: { items: [{ id: 'a', text, done: false }] },
    })
    const { card } = await showComponents(stage, [{ type: 'todo_list', id: 'long-list', title: 'Long' }])
    const entry = card('Long').getByRole('textbox', { name: 'Entry', exact: true })
    await expect.poll(() => entry.inputValue()).toBe(text)
    const hidden = await entry.evaluate((element) => {
      const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element as unknown as Record<
        string,
        number
      >
      return [scrollHeight! - clientHeight!, scrollWidth! - clientWidth!]
    })
    expect(hidden).toEqual([0, 0])
  })
})
