import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canBrowse } from '../security/chromium.ts'
import { showComponents } from './show-components.ts'
import { seriousViolations, startShellStage, type ShellStage } from './stage.ts'

interface Board {
  columns: { id: string; title: string; cards: { id: string; title: string }[] }[]
}

const board = (): Board => ({
  columns: [
    { id: 'todo', title: 'To do', cards: ['Alpha', 'Beta', 'Gamma'].map((title) => ({ id: title, title })) },
    { id: 'doing', title: 'Doing', cards: [{ id: 'Delta', title: 'Delta' }] },
    { id: 'done', title: 'Done', cards: [] },
  ],
})

const names = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `card-${index}`, title: `Card ${index}` }))

describe.skipIf(!canBrowse)('the kanban board', () => {
  let stage: ShellStage
  beforeAll(async () => {
    stage = await startShellStage()
  })
  afterAll(() => stage[Symbol.asyncDispose]())

  const put = async (key: string, body: Board) =>
    await stage.service.client.store.put({ params: { key }, body })
  const read = async (key: string) => (await stage.service.client.store.get({ params: { key } })) as Board
  const kept = async (key: string) =>
    (await read(key)).columns.map(({ cards }) => cards.map(({ title }) => title).join(' '))
  const cards = (page: Page, column: string) =>
    page
      .getByRole('list', { name: `Cards in ${column}` })
      .getByRole('listitem')
      .evaluateAll((items) => items.map((item) => (item as unknown as { ariaLabel: string }).ariaLabel))
  const card = (page: Page, title: string) => page.getByRole('listitem', { name: title, exact: true })

  test('cards are dragged between columns and within one', async () => {
    await put('dragged', board())
    const { page, complaints } = await showComponents(stage, [{ type: 'kanban_board', id: 'dragged' }])
    await card(page, 'Alpha').dragTo(page.getByRole('region', { name: 'Done', exact: true }))
    await expect.poll(() => kept('dragged')).toEqual(['Beta Gamma', 'Delta', 'Alpha'])
    await card(page, 'Gamma').dragTo(card(page, 'Delta'), { targetPosition: { x: 40, y: 3 } })
    await expect.poll(() => kept('dragged')).toEqual(['Beta', 'Gamma Delta', 'Alpha'])
    await card(page, 'Gamma').dragTo(card(page, 'Delta'), { targetPosition: { x: 40, y: 30 } })
    await expect.poll(() => kept('dragged')).toEqual(['Beta', 'Delta Gamma', 'Alpha'])
    expect(complaints).toEqual([])
  })

  test('near an edge of a column or of the board a dragged card brings what lies beyond into view', async () => {
    const long = { id: 'long', title: 'Long', cards: names(60) }
    const wide = ['b', 'c', 'd', 'e', 'f'].map((id) => ({ id, title: id.toUpperCase(), cards: [] }))
    await put('edges', { columns: [long, ...wide] })
    const { page } = await showComponents(stage, [{ type: 'kanban_board', id: 'edges' }])
    const list = page.getByRole('list', { name: 'Cards in Long' })
    const row = page.getByRole('group', { name: 'Board' })
    const scrolled = (place: Locator) =>
      place.evaluate((element) => {
        const { scrollTop, scrollLeft } = element as unknown as { scrollTop: number; scrollLeft: number }
        return scrollTop + scrollLeft
      })
    // A browser tells of a drag only while the pointer moves.
    const movedTo = async (x: number, y: number) => {
      await page.mouse.move(x, y - 2)
      await page.mouse.move(x, y)
    }
    await card(page, 'Card 2').hover()
    await page.mouse.down()
    const column = (await list.boundingBox())!
    const middle = column.x + column.width / 2
    await expect
      .poll(async () => {
        await movedTo(middle, column.y + column.height / 2)
        return card(page, 'Card 2').getAttribute('class')
      })
      .toContain('opacity-40')
    expect(await scrolled(list)).toBe(0)
    await expect
      .poll(async () => {
        await movedTo(middle, column.y + column.height - 6)
        return scrolled(list)
      })
      .toBeGreaterThan(200)
    const board = (await row.boundingBox())!
    await expect
      .poll(async () => {
        await movedTo(board.x + board.width - 6, board.y + 120)
        return scrolled(row)
      })
      .toBeGreaterThan(200)
    // Between two columns it would fall back to where it came from.
    await page.getByRole('region', { name: 'F', exact: true }).hover()
    await page.mouse.up()
    await expect.poll(async () => (await read('edges')).columns[0]?.cards.length).toBe(59)
  })

  test('keys alone walk, move, open and write, and every move is said', async () => {
    await put('keys', board())
    const { page } = await showComponents(stage, [{ type: 'kanban_board', id: 'keys' }])
    await card(page, 'Alpha').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(() => kept('keys')).toEqual(['Beta Alpha Gamma', 'Delta', ''])
    await page.getByText('“Alpha” is now in To do, 2 of 3.').waitFor({ state: 'attached' })
    await page.keyboard.press('Alt+ArrowRight')
    await expect.poll(() => kept('keys')).toEqual(['Beta Gamma', 'Delta Alpha', ''])
    await page.getByText('“Alpha” is now in Doing, 2 of 2.').waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Alt+ArrowRight')
    await expect.poll(() => kept('keys')).toEqual(['Beta Gamma', 'Alpha', 'Delta'])
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Card', exact: true }).fill('Delta, renamed')
    await page.keyboard.press('Escape')
    await expect.poll(() => kept('keys')).toEqual(['Beta Gamma', 'Alpha', 'Delta, renamed'])
    // The focus is back on the card, so that the next key goes on from there.
    await page.keyboard.press('Alt+ArrowLeft')
    await expect.poll(() => kept('keys')).toEqual(['Beta Gamma', 'Delta, renamed Alpha', ''])
  })

  test('the menu of a card moves and deletes it', async () => {
    await put('menu', board())
    const { page } = await showComponents(stage, [{ type: 'kanban_board', id: 'menu' }])
    await card(page, 'Beta').focus()
    await page.getByRole('button', { name: 'Menu for Beta' }).click()
    await page.getByRole('menuitem', { name: 'Move to Done' }).click()
    await expect.poll(() => kept('menu')).toEqual(['Alpha Gamma', 'Delta', 'Beta'])
    await page.getByRole('button', { name: 'Menu for Beta' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect.poll(() => kept('menu')).toEqual(['Alpha Gamma', 'Delta', ''])
  })

  test('columns and cards are made, written and accessible, open and closed', async () => {
    const { page } = await showComponents(stage, [{ type: 'kanban_board', id: 'made', columns: ['Ideas'] }])
    await page.getByRole('textbox', { name: 'Add a card to Ideas' }).fill('A logo')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Add a column' }).click()
    const name = page.getByRole('textbox', { name: 'Name of the column' }).last()
    await name.fill('Live')
    await card(page, 'A logo').dblclick()
    await page.getByRole('textbox', { name: 'Description' }).fill('Ask Ada')
    await page.getByRole('textbox', { name: 'Labels' }).fill('design, soon')
    await page.getByRole('combobox', { name: 'Colour' }).selectOption('Red')
    expect(await seriousViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Done' }).click()
    await expect
      .poll(() => read('made'))
      .toMatchObject({
        columns: [
          {
            title: 'Ideas',
            cards: [{ title: 'A logo', text: 'Ask Ada', labels: ['design', 'soon'], tone: 'danger' }],
          },
          { title: 'Live', cards: [] },
        ],
      })
    expect(await seriousViolations(page)).toEqual([])
  })

  test('two tabs and a client that move cards at once agree, and every card is still there', async () => {
    await put('shared', board())
    const one = await showComponents(stage, [{ type: 'kanban_board', id: 'shared' }])
    const two = await showComponents(stage, [{ type: 'kanban_board', id: 'shared' }], { beside: one.page })
    await card(one.page, 'Alpha').focus()
    await card(two.page, 'Delta').focus()
    await Promise.all([one.page.keyboard.press('Alt+ArrowRight'), two.page.keyboard.press('Alt+ArrowRight')])
    // The focus goes with the card that was moved: only then can it be put elsewhere.
    await expect.poll(() => cards(two.page, 'Done')).toEqual(['Delta'])
    await expect.poll(() => two.page.evaluate('document.activeElement.ariaLabel')).toBe('Delta')
    await two.page.getByRole('textbox', { name: 'Add a card to To do' }).fill('Epsilon')
    await two.page.keyboard.press('Enter')
    await expect.poll(() => kept('shared')).toEqual(['Beta Gamma Epsilon', 'Alpha', 'Delta'])
    const now = await read('shared')
    now.columns[2]!.cards.push({ id: 'zeta', title: 'Zeta' })
    await put('shared', now)
    for (const { page } of [one, two]) {
      await expect.poll(() => cards(page, 'To do')).toEqual(['Beta', 'Gamma', 'Epsilon'])
      await expect.poll(() => cards(page, 'Doing')).toEqual(['Alpha'])
      await expect.poll(() => cards(page, 'Done')).toEqual(['Delta', 'Zeta'])
    }
  })

  test('a board of a thousand cards is there and its last card moves by keys', async () => {
    const column = (id: string, title: string) => ({
      id,
      title,
      cards: Array.from({ length: 500 }, (_, index) => ({
        id: `${id}-${index}`,
        title: `${title} ${index}`,
      })),
    })
    await put('thousand', {
      columns: [column('a', 'First'), column('b', 'Second'), { id: 'c', title: 'Third', cards: [] }],
    })
    const { page, complaints } = await showComponents(stage, [{ type: 'kanban_board', id: 'thousand' }])
    await page.getByText('1,000 cards').waitFor()
    await card(page, 'Second 499').focus()
    await page.keyboard.press('Alt+ArrowRight')
    await expect
      .poll(async () => (await read('thousand')).columns[2]!.cards)
      .toMatchObject([{ title: 'Second 499' }])
    // A full column takes nothing more.
    await card(page, 'First 0').focus()
    await page.keyboard.press('Alt+ArrowRight')
    await page.keyboard.press('Alt+ArrowRight')
    await expect
      .poll(async () => (await read('thousand')).columns.map(({ cards }) => cards.length))
      .toEqual([499, 499, 2])
    expect(complaints).toEqual([])
  })
})
