import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canBrowse } from '../security/chromium.ts'
import { startShellStage, type ShellStage } from './stage.ts'
import { showWidgets } from './tier1-widgets.ts'

describe.skipIf(!canBrowse)('widgets to play and to learn with', () => {
  let stage: ShellStage
  beforeAll(async () => {
    stage = await startShellStage()
  })
  afterAll(() => stage[Symbol.asyncDispose]())

  test('dice fall at once, are rolled again by keys, and others can be taken', async () => {
    const { card, said } = await showWidgets(stage, [
      { type: 'dice_roller', count: 2, sides: 6, label: 'Attack' },
    ])
    const dice = card('Attack')
    const faces = async () =>
      await dice
        .getByRole('list', { name: 'Dice' })
        .getByRole('img')
        .evaluateAll((all) => all.map((one) => Number((one as unknown as { ariaLabel: string }).ariaLabel)))
    expect(await faces()).toHaveLength(2)
    await dice.getByRole('button', { name: 'Roll 2d6' }).press('Enter')
    const [one = 0, two = 0] = await faces()
    expect(await said()).toBe(`You rolled ${one + two}: ${one}, ${two}.`)
    await dice.getByText(/^Before: \d+$/).waitFor()
    await dice.getByRole('textbox', { name: 'Sides' }).fill('1')
    await dice.getByText('From 2 to 1000.').waitFor()
    await dice.getByRole('textbox', { name: 'Sides' }).fill('20')
    await dice.getByRole('textbox', { name: 'Dice' }).fill('1')
    await dice.getByRole('textbox', { name: 'Added' }).fill('5')
    await dice.getByRole('button', { name: 'Roll 1d20 + 5' }).click()
    const [, total] = /You rolled (\d+)\./.exec(await said()) ?? []
    expect(Number(total)).toBeGreaterThanOrEqual(6)
    expect(Number(total)).toBeLessThanOrEqual(25)
  })

  test('a coin decides between two things and counts', async () => {
    const { card, said } = await showWidgets(stage, [{ type: 'coin_flip', heads: 'Pizza', tails: 'Sushi' }])
    const coin = card('Pizza or Sushi')
    for (let flip = 0; flip < 5; flip += 1) {
      await coin.getByRole('button', { name: 'Flip again' }).press('Enter')
      expect(await said()).toMatch(/^(?:Pizza|Sushi)\.$/)
    }
    const [, heads, tails] = /Pizza (\d+), Sushi (\d+)/.exec(await coin.innerText()) ?? []
    expect(Number(heads) + Number(tails)).toBe(6)
  })

  test('tic-tac-toe is played by keys, and the perfect computer is not beaten', async () => {
    const { page, card, said } = await showWidgets(stage, [{ type: 'tic_tac_toe', difficulty: 'perfect' }])
    const game = card('Tic-tac-toe')
    const cells = game.getByRole('group', { name: 'Board' }).getByRole('button')
    await cells.first().focus()
    for (let move = 0; move < 5; move += 1) {
      if (/wins?\.|draw\./.test(await game.innerText())) break
      await game.getByText('Your move (X).').waitFor()
      const names = await cells.evaluateAll((all) =>
        all.map((one) => (one as unknown as { ariaLabel: string }).ariaLabel),
      )
      const free = names.findIndex((name) => name.endsWith('empty'))
      // From the first cell along the rows and columns, as the arrow keys go.
      await cells.first().focus()
      for (let step = 0; step < Math.floor(free / 3); step += 1) await page.keyboard.press('ArrowDown')
      for (let step = 0; step < free % 3; step += 1) await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      await expect.poll(() => game.innerText()).toMatch(/Your move|wins?\.|draw\./)
    }
    await expect.poll(() => game.innerText()).toMatch(/The computer wins\.|A draw\./)
    expect(await said()).toMatch(/The computer wins\.|A draw\./)
    expect(await game.innerText()).toMatch(/You 0/)
    await game.getByRole('button', { name: 'New game' }).click()
    await expect
      .poll(() =>
        cells.evaluateAll(
          (all) =>
            all.filter((one) => (one as unknown as { ariaLabel: string }).ariaLabel.endsWith('empty')).length,
        ),
      )
      .toBe(9)
  })

  test('two people share a board', async () => {
    const { card } = await showWidgets(stage, [{ type: 'tic_tac_toe', opponent: 'person' }])
    const game = card('Tic-tac-toe')
    for (const place of [
      'row 1, column 1',
      'row 2, column 1',
      'row 1, column 2',
      'row 2, column 2',
      'row 1, column 3',
    ])
      await game.getByRole('button', { name: new RegExp(`^${place}`) }).click()
    await game.getByText('X wins.').waitFor()
    await expect.poll(() => game.innerText()).toContain('X 1 · O 0 · draws 0')
  })

  test('a quiz says what is right, explains it, counts, and shows what was missed', async () => {
    const questions = [
      { question: 'Capital of Norway?', options: ['Bergen', 'Oslo'], answer: 1, explanation: 'Since 1814.' },
      { question: 'Seven times eight?', options: ['54', '56', '63'], answer: 1 },
    ]
    const { page, card, said } = await showWidgets(stage, [{ type: 'quiz', title: 'Mixed', questions }])
    const quiz = card('Mixed')
    await quiz.getByRole('button', { name: 'Oslo' }).press('Enter')
    expect(await said()).toBe('Right.')
    await quiz.getByText('Since 1814.').waitFor()
    // The focus has gone on to what comes next.
    await page.keyboard.press('Enter')
    await quiz.getByText('2 of 2').waitFor()
    await quiz.getByRole('button', { name: '54' }).focus()
    await page.keyboard.press('3')
    expect(await said()).toBe('Wrong. The answer is 56.')
    await quiz.getByRole('button', { name: 'See the result' }).click()
    await quiz.getByText('1 of 2 right').waitFor()
    await quiz.getByText('Missed').click()
    await quiz.getByText('56', { exact: true }).waitFor()
    await quiz.getByRole('button', { name: 'Try again' }).click()
    await quiz.getByText('1 of 2').waitFor()
  })

  test('flashcards are turned and put away by keys, and what was not known comes again', async () => {
    const cards = [
      { front: 'takk', back: 'thank you', hint: 'said often' },
      { front: 'hei', back: 'hello' },
    ]
    const { page, card, said } = await showWidgets(stage, [
      { type: 'flashcards', title: 'Norwegian', cards, shuffle: false },
    ])
    const deck = card('Norwegian')
    await deck.getByRole('button', { name: 'Hint' }).click()
    await deck.getByText('said often').waitFor()
    await deck.getByRole('button', { name: /takk/ }).focus()
    await page.keyboard.press('Space')
    expect(await said()).toBe('thank you')
    await page.keyboard.press('1')
    await deck.getByRole('button', { name: /hei/ }).waitFor()
    for (const known of ['hei', 'takk']) {
      await deck.getByRole('button', { name: new RegExp(known) }).waitFor()
      await page.keyboard.press('Enter')
      await page.keyboard.press('2')
    }
    await deck.getByText('All 2 known.').waitFor()
    await deck.getByText('Repeated 1.').waitFor()
  })

  test('a poll takes one vote after the other, and takes back the last', async () => {
    const options = [{ label: 'Pizza', votes: 2 }, { label: 'Sushi' }]
    const { card } = await showWidgets(stage, [
      { type: 'poll', question: 'Where do we eat?', options },
      {
        type: 'poll',
        question: 'Which days?',
        options: [{ label: 'Monday' }, { label: 'Friday' }],
        multiple: true,
      },
    ])
    const poll = card('Where do we eat?')
    const vote = poll.getByRole('button', { name: 'Vote', exact: true })
    expect(await vote.isDisabled()).toBe(true)
    for (const name of ['Sushi', 'Sushi', 'Sushi']) {
      await poll.getByRole('radio', { name: new RegExp(name) }).press('Space')
      await vote.press('Enter')
    }
    await poll.getByText(/^3 · 60/).waitFor()
    await poll.getByRole('button', { name: 'Undo the last vote' }).click()
    await poll.getByText('4 votes').waitFor()
    const days = card('Which days?')
    for (const name of ['Monday', 'Friday'])
      await days.getByRole('checkbox', { name: new RegExp(name) }).check()
    await days.getByRole('button', { name: 'Vote', exact: true }).click()
    await days.getByText('2 votes').waitFor()
  })
})
