import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canBrowse } from '../security/chromium.ts'
import { startShellStage, type ShellStage } from './stage.ts'
import { button, field, useWidget } from './widget-uses.ts'

describe.skipIf(!canBrowse)('widgets by keys alone', () => {
  let stage: ShellStage
  beforeAll(async () => {
    stage = await startShellStage()
  })
  afterAll(() => stage[Symbol.asyncDispose]())

  const used = (component: Parameters<typeof useWidget>[1], title: string) =>
    useWidget(stage, component, title)

  test('a timer is paused, goes on, gets more time and is reset', async () => {
    const { keys, card, problems } = await used({ type: 'live_timer', seconds: 600 }, 'Timer')
    await keys.use(button(card, 'Start'))
    await keys.use(button(card, 'Pause'))
    await keys.use(button(card, 'Resume'))
    await keys.use(button(card, 'Add 1 min'))
    await keys.use(button(card, 'Reset'))
    await card.getByText('10:00').waitFor()
    expect(problems()).toEqual([])
  })

  test('a stopwatch runs, takes a lap, stops and goes back to nothing', async () => {
    const { keys, card, problems } = await used({ type: 'stopwatch' }, 'Stopwatch')
    await keys.use(button(card, 'Start'))
    await keys.use(button(card, 'Lap'))
    await card.getByText('1 lap').waitFor()
    await keys.reach(button(card, 'Stop'), 'Shift+Tab')
    await keys.press('Enter')
    await keys.use(button(card, 'Reset'))
    await card.getByText('1 lap').waitFor({ state: 'detached' })
    expect(problems()).toEqual([])
  })

  test('a pomodoro begins and skips to its break', async () => {
    const { keys, card, problems } = await used({ type: 'pomodoro' }, 'Pomodoro')
    await keys.use(button(card, 'Start'))
    await keys.use(button(card, 'Skip to short break'))
    await card.getByText('Short break').waitFor()
    expect(problems()).toEqual([])
  })

  test('breathing begins and stops', async () => {
    const { keys, card, problems } = await used({ type: 'breathing' }, 'Breathing')
    await keys.use(button(card, 'Start'))
    await keys.use(button(card, 'Stop'))
    await card.getByText('Ready').waitFor()
    expect(problems()).toEqual([])
  })

  test('a metronome gets another tempo, beats and stops', async () => {
    const { keys, card, problems } = await used({ type: 'metronome' }, 'Metronome')
    await keys.reach(card.getByRole('slider', { name: 'Beats per minute' }))
    await keys.press('ArrowRight')
    await card.getByText('101').waitFor()
    await keys.fill(field(card, 'Beats per bar'), '3')
    await keys.use(button(card, 'Start'))
    await keys.press('Enter')
    expect(problems()).toEqual([])
  })

  test('a calculator calculates and goes back in its history', async () => {
    const { keys, card, problems } = await used({ type: 'calculator' }, 'Calculator')
    await keys.reach(field(card, 'Calculation'))
    await keys.type('6*7')
    await keys.press('Enter')
    await card.getByText('= 42').first().waitFor()
    await keys.reach(card.getByRole('list', { name: 'History' }).getByRole('button'), 'Shift+Tab')
    await keys.press('Enter')
    expect(await field(card, 'Calculation').inputValue()).toBe('6*7')
    expect(problems()).toEqual([])
  })

  test('a converter takes another number', async () => {
    const { keys, card, problems } = await used({ type: 'unit_converter' }, 'Unit converter')
    await keys.fill(card.getByRole('textbox').first(), '5')
    await keys.press('Tab')
    expect(problems()).toEqual([])
  })

  test('a tip is worked out for another bill', async () => {
    const { keys, card, problems } = await used({ type: 'tip_calculator', bill: 40 }, 'Tip')
    await keys.fill(card.getByRole('textbox').first(), '100')
    await keys.press('Tab')
    expect(problems()).toEqual([])
  })

  test('a body mass index is entered in other units', async () => {
    const { keys, card, problems } = await used({ type: 'bmi_calculator' }, 'Body mass index')
    await keys.choose(button(card, 'Menu for Body mass index'), 'Enter feet and pounds')
    await keys.fill(field(card, 'Feet'), '6')
    await keys.fill(field(card, 'Pounds'), '180')
    await card.getByText(/At this height/).waitFor()
    expect(problems()).toEqual([])
  })

  test('a password is made anew, and of words', async () => {
    const { keys, card, problems } = await used({ type: 'password_generator' }, 'Password generator')
    await keys.use(button(card, 'Generate another'))
    await keys.reach(card.getByRole('radio').first())
    await keys.press('ArrowRight')
    await card.getByRole('slider', { name: 'Words' }).waitFor()
    await keys.reach(card.getByRole('slider', { name: 'Words' }))
    await keys.press('End')
    await card.getByText('12', { exact: true }).waitFor()
    expect(problems()).toEqual([])
  })

  test('a colour is taken, typed and mixed', async () => {
    const { keys, card, problems } = await used(
      { type: 'color_picker', palette: ['#ff0000', '#00ff00'] },
      'Colour',
    )
    await keys.use(button(card, '#00ff00'))
    await keys.fill(field(card, 'Hex code'), '#123456')
    await keys.press('Enter')
    await expect.poll(() => keys.at()).toContain('Hex code')
    await keys.reach(card.getByRole('slider', { name: 'Hue' }), 'Shift+Tab')
    await keys.press('ArrowRight')
    expect(problems()).toEqual([])
  })

  test('dice are rolled', async () => {
    const { keys, card, problems } = await used({ type: 'dice_roller' }, 'Dice')
    await keys.use(card.getByRole('button', { name: /^Roll/ }))
    await keys.press('Enter')
    expect(problems()).toEqual([])
  })

  test('a coin is flipped', async () => {
    const { keys, card, problems } = await used({ type: 'coin_flip' }, 'Heads or Tails')
    await keys.use(button(card, 'Flip again'))
    await card.getByText(/Total/).waitFor()
    expect(problems()).toEqual([])
  })

  test('a quiz is answered to its end and begun again', async () => {
    const { keys, card, problems } = await used(
      {
        type: 'quiz',
        questions: [
          { question: 'One?', options: ['yes', 'no'], answer: 0 },
          { question: 'Two?', options: ['yes', 'no'], answer: 1 },
        ],
      },
      'Quiz',
    )
    await keys.reach(card.getByRole('button', { name: 'yes' }))
    await keys.press('1')
    expect(await keys.at()).toBe('Next question')
    await keys.press('Enter', '2')
    expect(await keys.at()).toBe('See the result')
    await keys.press('Enter')
    await card.getByText('2 of 2 right').waitFor()
    await keys.use(button(card, 'Try again'))
    await card.getByText('One?').waitFor()
    expect(problems()).toEqual([])
  })

  test('flashcards are turned and put away', async () => {
    const { keys, card, problems } = await used(
      { type: 'flashcards', shuffle: false, cards: [{ front: 'hei', back: 'hello' }] },
      'Flashcards',
    )
    await keys.use(card.getByRole('button', { name: /hei/ }))
    await keys.press('ArrowRight')
    await card.getByText('All 1 known.').waitFor()
    await keys.use(button(card, 'Start over'))
    await card.getByText('hei').waitFor()
    expect(problems()).toEqual([])
  })

  test('a vote is cast and taken back', async () => {
    const { keys, card, problems } = await used(
      { type: 'poll', question: 'Lunch?', options: [{ label: 'Soup' }, { label: 'Salad' }] },
      'Lunch?',
    )
    await keys.reach(card.getByRole('radio', { name: /Soup/ }))
    await keys.press('Space')
    await keys.use(button(card, 'Vote'))
    await card.getByText('1 vote', { exact: true }).waitFor()
    await keys.use(button(card, 'Undo the last vote'))
    await card.getByText('0 votes').waitFor()
    expect(problems()).toEqual([])
  })

  test('tic-tac-toe is played', async () => {
    const { keys, card, problems } = await used({ type: 'tic_tac_toe', opponent: 'person' }, 'Tic-tac-toe')
    await keys.reach(button(card, 'row 1, column 1: empty'))
    await keys.press('Enter', 'ArrowRight', 'Enter')
    await button(card, 'row 1, column 2: o').waitFor()
    await keys.use(button(card, 'New game'))
    expect(problems()).toEqual([])
  })

  test('habits are added, ticked off and removed, and none is left without a name', async () => {
    const { keys, card, kept, problems } = await used({ type: 'habit_tracker', id: 'kept-habits' }, 'Habits')
    await keys.reach(field(card, 'New habit'))
    await keys.type('Read')
    await keys.press('Enter')
    await keys.type('Walk')
    await keys.press('Enter')
    await keys.reach(card.getByRole('checkbox', { name: /^Walk on/ }).last(), 'Shift+Tab')
    await keys.press('Space')
    await keys.reach(button(card, 'Remove Read'), 'Shift+Tab')
    await keys.press('Enter')
    await expect.poll(kept).toMatchObject({ habits: [{ name: 'Walk', done_on: [expect.any(String)] }] })
    await keys.reach(field(card, 'Habit'), 'Shift+Tab')
    await keys.press('Control+A', 'Backspace', 'Tab')
    expect(await field(card, 'Habit').inputValue()).toBe('Walk')
    expect(problems()).toEqual([])
  })

  test('a line is drawn, taken back, drawn again and wiped away', async () => {
    const { keys, card, problems } = await used({ type: 'drawing_canvas' }, 'Drawing')
    await keys.use(button(card, 'Red'))
    await keys.reach(card.getByRole('application'))
    await keys.press('Space', 'ArrowRight', 'ArrowDown', 'Space')
    await keys.reach(button(card, 'Undo'), 'Shift+Tab')
    await keys.press('Enter')
    await keys.use(button(card, 'Redo'))
    await keys.use(button(card, 'Clear'))
    expect(problems()).toEqual([])
  })

  test('a draft is formatted', async () => {
    const { keys, card, problems } = await used({ type: 'markdown_editor' }, 'Draft')
    await keys.reach(field(card, 'Draft'))
    await keys.type('loud')
    await keys.press('Control+A', 'Control+B')
    expect(await field(card, 'Draft').inputValue()).toBe('**loud**')
    await keys.reach(button(card, 'Italic'), 'Shift+Tab')
    await keys.press('Enter')
    expect(await keys.at()).toBe('Draft')
    expect(problems()).toEqual([])
  })
})
