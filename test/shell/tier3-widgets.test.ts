import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canBrowse } from '../security/chromium.ts'
import { foreign, showComponents } from './show-components.ts'
import { seriousViolations, startShellStage, type ShellStage } from './stage.ts'

describe.skipIf(!canBrowse)('widgets that are kept', () => {
  let stage: ShellStage
  beforeAll(async () => {
    stage = await startShellStage()
  })
  afterAll(() => stage[Symbol.asyncDispose]())

  const kept = async (key: string) => (await stage.service.client.store.get({ params: { key } })) as object
  const put = async (key: string, body: object) =>
    await stage.service.client.store.put({ params: { key }, body })

  test('a note is saved as it is typed, found again, pinned and deleted', async () => {
    const shown = await showComponents(stage, [{ type: 'notes', id: 'my-notes' }])
    const { page, complaints } = shown
    await page.getByRole('button', { name: 'New note' }).click()
    await page.getByRole('textbox', { name: 'Note', exact: true }).fill('The guest network is **fjord**')
    await page.getByRole('textbox', { name: 'Title' }).fill('Wi-Fi')
    await page.getByRole('textbox', { name: 'Tags' }).fill('home, net')
    await expect
      .poll(() => kept('my-notes'))
      .toMatchObject({
        notes: [{ title: 'Wi-Fi', text: 'The guest network is **fjord**', tags: ['home', 'net'] }],
      })
    await page.getByRole('button', { name: 'Read' }).click()
    await page.locator('strong', { hasText: 'fjord' }).waitFor()
    await page.getByRole('button', { name: 'All notes' }).click()
    await page.getByRole('button', { name: 'Pin Wi-Fi' }).click()
    await expect.poll(() => kept('my-notes')).toMatchObject({ notes: [{ pinned: true }] })
    await page.getByRole('button', { name: /^Wi-Fi/ }).click()
    await page.getByRole('button', { name: 'Delete Wi-Fi' }).click()
    await expect.poll(() => kept('my-notes')).toEqual({ notes: [] })
    expect(complaints).toEqual([])
    expect(foreign(shown, stage)).toEqual([])
  })

  test('two tabs and a client that write into one note lose no letter', async () => {
    await put('shared-notes', { notes: [{ id: '1', title: 'Plan', text: 'middle' }] })
    const one = await showComponents(stage, [{ type: 'notes', id: 'shared-notes' }])
    const two = await showComponents(stage, [{ type: 'notes', id: 'shared-notes' }], { beside: one.page })
    const text = (page: typeof one.page) => page.getByRole('textbox', { name: 'Note', exact: true })
    for (const { page } of [one, two]) await page.getByRole('button', { name: /^Plan/ }).click()
    await text(one.page).press('Control+Home')
    await text(two.page).press('Control+End')
    await Promise.all([
      one.page.keyboard.type('the beginning, ', { delay: 15 }),
      two.page.keyboard.type(', the end', { delay: 15 }),
    ])
    const whole = 'the beginning, middle, the end'
    await expect.poll(() => text(one.page).inputValue()).toBe(whole)
    await expect.poll(() => text(two.page).inputValue()).toBe(whole)
    const now = (await kept('shared-notes')) as { notes: object[] }
    await put('shared-notes', { notes: [...now.notes, { id: '2', text: 'from a client' }] })
    for (const { page } of [one, two]) {
      await page.getByRole('button', { name: 'All notes' }).click()
      await page.getByText('from a client').waitFor()
    }
  })

  test('a journal has one entry a day, with its mood', async () => {
    const { page } = await showComponents(stage, [
      { type: 'journal', id: 'my-journal', question: 'What went well?' },
    ])
    await page.getByRole('textbox', { name: 'What went well?' }).fill('It snowed.')
    await page.getByRole('button', { name: 'good', exact: true }).click()
    await page.getByRole('button', { name: 'Previous day' }).click()
    await page.getByRole('textbox', { name: 'What went well?' }).fill('It rained.')
    await expect
      .poll(() => kept('my-journal'))
      .toMatchObject({ entries: [{ text: 'It rained.' }, { text: 'It snowed.', mood: 'good' }] })
    await page.getByRole('list', { name: 'Other days' }).getByText('It snowed.').click()
    expect(await page.getByRole('textbox', { name: 'What went well?' }).inputValue()).toBe('It snowed.')
  })

  test('a journal shows all that was written on one day', async () => {
    const date = new Date().toLocaleDateString('sv')
    const entry = (id: string, text: string) => ({ id, date, text })
    await put('busy-journal', { entries: [entry('b', 'It cleared up.'), entry('a', 'It snowed.')] })
    const { page } = await showComponents(stage, [{ type: 'journal', id: 'busy-journal' }])
    const further = page.getByRole('textbox', { name: 'Also on this day' })
    await expect.poll(() => further.inputValue()).toBe('It snowed.')
    await further.fill('It snowed a lot.')
    await expect
      .poll(() => kept('busy-journal'))
      .toMatchObject({ entries: [{ text: 'It cleared up.' }, { text: 'It snowed a lot.' }] })
    await page.getByRole('button', { name: 'Delete “It snowed a lot.”' }).click()
    await expect.poll(() => kept('busy-journal')).toMatchObject({ entries: [{ id: 'b' }] })
  })

  test('payments are summed by category and month against their limits', async () => {
    const { page } = await showComponents(stage, [
      {
        type: 'budget_tracker',
        id: 'my-budget',
        currency: 'EUR',
        initial: { categories: [{ name: 'Food', monthly_limit: 10 }], entries: [] },
      },
    ])
    await page.getByRole('textbox', { name: 'Amount in EUR' }).fill('12.5')
    await page.getByRole('textbox', { name: 'What for' }).fill('Lunch')
    await page.getByLabel('Category').fill('Food')
    await page.keyboard.press('Enter')
    await page.getByText('€12.50 of €10.00').waitFor()
    await page.getByRole('button', { name: 'Earned' }).click()
    await page.getByRole('textbox', { name: 'Amount in EUR' }).fill('100')
    await page.getByRole('button', { name: 'Add payment' }).click()
    await page.getByText('€87.50').waitFor()
    await expect
      .poll(() => kept('my-budget'))
      .toMatchObject({ currency: 'EUR', entries: [{ amount: 100 }, { amount: 12.5 }] })
    await page.getByRole('button', { name: 'Delete Lunch' }).click()
    await page.getByText('€0.00 of €10.00').waitFor()
  })

  test('books move on, are rated and filtered', async () => {
    const { page } = await showComponents(stage, [{ type: 'reading_list', id: 'my-books' }])
    await page.getByRole('textbox', { name: 'Add a book or an article' }).fill('Emma')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Status of Emma' }).selectOption('read')
    await page.getByRole('button', { name: '4 of 5' }).click()
    await page.getByText('More', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Author' }).fill('Jane Austen')
    await expect
      .poll(() => kept('my-books'))
      .toMatchObject({ items: [{ title: 'Emma', status: 'read', rating: 4, author: 'Jane Austen' }] })
    await page.getByRole('button', { name: 'Reading', exact: true }).click()
    await page.getByText('Nothing here.').waitFor()
  })

  test('bookmarks, snippets and people are added, changed and kept', async () => {
    const shown = await showComponents(stage, [
      { type: 'bookmarks', id: 'my-marks' },
      { type: 'code_snippets', id: 'my-code' },
      { type: 'contacts', id: 'my-people' },
    ])
    const { page, card, complaints } = shown
    const marks = card('Bookmarks')
    await marks.getByRole('textbox', { name: 'Address' }).fill('no address')
    await page.keyboard.press('Enter')
    await marks.getByText('Enter an address like example.com.').waitFor()
    await marks.getByRole('textbox', { name: 'Address' }).fill('vy.no')
    await marks.getByLabel('Folder').fill('Travel')
    await page.keyboard.press('Enter')
    expect(await marks.getByRole('link', { name: /vy.no/ }).getAttribute('href')).toBe('https://vy.no/')
    await expect
      .poll(() => kept('my-marks'))
      .toMatchObject({ bookmarks: [{ url: 'https://vy.no/', folder: 'Travel' }] })
    await marks.getByRole('button', { name: 'Change vy.no' }).click()
    await marks.getByRole('textbox', { name: 'Folder' }).first().focus()
    await page.keyboard.type(' by train')
    await expect
      .poll(() => kept('my-marks'))
      .toMatchObject({ bookmarks: [{ title: 'vy.no', folder: 'Travel by train' }] })
    await marks.getByRole('button', { name: 'Done' }).click()
    await marks.getByText('Travel by train').waitFor()
    const code = card('Snippets')
    await code.getByRole('button', { name: 'New snippet' }).click()
    await code.getByRole('textbox', { name: 'What it does' }).fill('Largest folders')
    await code.getByRole('textbox', { name: 'Language' }).fill('bash')
    await code.getByRole('textbox', { name: 'Code', exact: true }).fill('du -h -d1 |\n  sort -h')
    await code.getByRole('button', { name: 'Done' }).click()
    await code.getByRole('button', { name: 'Copy the code' }).waitFor()
    await expect
      .poll(() => kept('my-code'))
      .toMatchObject({
        snippets: [{ title: 'Largest folders', code: 'du -h -d1 |\n  sort -h', language: 'bash' }],
      })
    const people = card('Contacts')
    await people.getByRole('textbox', { name: 'Add a person' }).fill('Grace Hopper')
    await page.keyboard.press('Enter')
    await people.getByRole('textbox', { name: 'Mail addresses' }).fill('grace@example.com, g@example.com')
    await people.getByRole('button', { name: 'All contacts' }).click()
    await expect
      .poll(() => people.getByRole('link', { name: 'Write to Grace Hopper' }).getAttribute('href'))
      .toBe('mailto:grace@example.com')
    await expect
      .poll(() => kept('my-people'))
      .toMatchObject({ contacts: [{ name: 'Grace Hopper', emails: ['grace@example.com', 'g@example.com'] }] })
    expect(await seriousViolations(page)).toEqual([])
    expect(complaints).toEqual([])
    expect(foreign(shown, stage)).toEqual([])
  })

  test('what was typed while the service was away is saved when it is back', async () => {
    const { page } = await showComponents(stage, [{ type: 'reading_list', id: 'offline-books' }])
    const field = page.getByRole('textbox', { name: 'Add a book or an article' })
    await field.waitFor()
    await page.route('**/api/store/**', (route) => route.abort())
    await field.fill('Written offline')
    await page.keyboard.press('Enter')
    await page.getByText('Not saved yet. Waiting for the service.').waitFor()
    const warned = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await warned
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await page.unroute('**/api/store/**')
    await expect.poll(() => kept('offline-books')).toMatchObject({ items: [{ title: 'Written offline' }] })
  })
})
