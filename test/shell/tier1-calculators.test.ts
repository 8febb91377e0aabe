import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canBrowse } from '../security/chromium.ts'
import { startShellStage, type ShellStage } from './stage.ts'
import { clipboardOf, showWidgets } from './tier1-widgets.ts'

const permissions = ['clipboard-read', 'clipboard-write']

describe.skipIf(!canBrowse)('widgets that calculate', () => {
  let stage: ShellStage
  beforeAll(async () => {
    stage = await startShellStage()
  })
  afterAll(() => stage[Symbol.asyncDispose]())

  test('a calculator works by its keys, by typing anywhere in it, and goes on with the result', async () => {
    const { page, card, problems } = await showWidgets(
      stage,
      [{ type: 'calculator', expression: '240 * 17 / 100', result: 40.8 }],
      { permissions },
    )
    const calculator = card('Calculator')
    const field = calculator.getByRole('textbox', { name: 'Calculation' })
    const result = calculator.getByRole('status', { name: 'Result' })
    expect(await result.innerText()).toBe('= 40.8')
    await calculator.getByRole('button', { name: 'Copy the result' }).click()
    await expect.poll(() => clipboardOf(page)).toBe('40.8')
    for (const key of ['Clear', '7', 'Multiply', 'Bracket', '2', 'Add', '3', 'Bracket', 'Equals'])
      await calculator.getByRole('button', { name: key, exact: true }).click()
    expect(await field.inputValue()).toBe('35')
    // The focus is on a key now; digits still count.
    await page.keyboard.type('/7')
    await expect.poll(() => result.innerText()).toBe('= 5')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('0')
    expect(await result.innerText()).toBe("Can't divide by zero.")
    await page.keyboard.press('Escape')
    await field.fill('17 % of 240')
    await field.press('Enter')
    expect(await field.inputValue()).toBe('40.8')
    expect(
      await calculator.getByRole('list', { name: 'History' }).getByRole('button').allInnerTexts(),
    ).toEqual([expect.stringMatching(/17 % of 240\s*= 40\.8/), expect.stringMatching(/7×\(2\+3\)\s*= 35/)])
    expect(problems()).toEqual([])
  })

  test('a scientific calculator knows angles', async () => {
    const { card } = await showWidgets(stage, [{ type: 'calculator', mode: 'scientific' }])
    const calculator = card('Calculator')
    for (const key of ['Sine', '3', '0', 'Bracket'])
      await calculator.getByRole('button', { name: key, exact: true }).click()
    const result = calculator.getByRole('status', { name: 'Result' })
    expect(await result.innerText()).toBe('= 0.5')
    await calculator.getByRole('radio', { name: 'radians' }).check()
    expect(await result.innerText()).toMatch(/^= -0\.988/)
  })

  test('a converter converts, swaps, changes its kind, and says what is no number', async () => {
    const { card } = await showWidgets(stage, [
      { type: 'unit_converter', category: 'length', value: 5, from: 'miles', to: 'km' },
    ])
    const converter = card('Unit converter')
    const result = converter.getByRole('status', { name: 'Result' })
    expect(await result.innerText()).toBe('8.04672 km')
    await converter.getByRole('button', { name: 'Swap the units' }).click()
    expect(await result.innerText()).toBe('3.106856 mi')
    await converter.getByRole('combobox', { name: 'Kind' }).selectOption('temperature')
    await converter.getByRole('textbox', { name: 'Amount' }).fill('37,5')
    expect(await result.innerText()).toBe('99.5 °F')
    await converter.getByText('In other units').click()
    await converter.getByText('310.65 K').waitFor()
    await converter.getByRole('textbox', { name: 'Amount' }).fill('warm')
    await converter.getByText('Enter a number.').waitFor()
    expect(await result.innerText()).toBe('–')
  })

  test('a tip is worked out in the currency of the settings, and shared to the last cent', async () => {
    await stage.service.client.settings.update({ body: { BASE_CURRENCY: 'EUR' } })
    const { card } = await showWidgets(stage, [
      { type: 'tip_calculator', bill: 84.5, tip_percent: 15, people: 3 },
    ])
    const tip = card('Tip')
    await tip.getByText('€12.68').waitFor()
    await tip.getByText('€32.40').waitFor()
    await tip.getByRole('button', { name: /^10/ }).click()
    await tip.getByText('€92.95').waitFor()
    await tip.getByRole('textbox', { name: 'People' }).press('ArrowDown')
    await tip.getByText('€46.48').waitFor()
    await tip.getByRole('textbox', { name: 'People' }).fill('0')
    await tip.getByText('From 1 to 100.').waitFor()
    // What is wrong does not count: two still share it.
    expect(await tip.innerText()).toContain('€46.48')
  })

  test('a body mass index follows what is entered, in either units', async () => {
    const { page, card } = await showWidgets(stage, [{ type: 'bmi_calculator' }])
    const mass = card('Body mass index')
    await mass.getByText('Enter height and weight.').waitFor()
    await mass.getByRole('textbox', { name: 'Height in cm' }).fill('178')
    await mass.getByRole('textbox', { name: 'Weight in kg' }).fill('72')
    const index = mass.getByRole('status', { name: 'Body mass index' })
    expect(await index.innerText()).toBe('22.7')
    await mass.getByText('Normal weight').waitFor()
    await mass.getByRole('button', { name: 'Menu for Body mass index' }).click()
    await page.getByRole('menuitem', { name: 'Enter feet and pounds' }).click()
    expect(await mass.getByRole('textbox', { name: 'Feet' }).inputValue()).toBe('5')
    await mass.getByRole('textbox', { name: 'Pounds' }).fill('220')
    expect(await index.innerText()).toBe('31.5')
    await mass.getByText('Obesity').waitFor()
  })

  test('a password is made as wished, copied, never twice the same, never sent and never kept', async () => {
    const { page, card, asked, said } = await showWidgets(
      stage,
      [{ type: 'password_generator', length: 24 }],
      { permissions },
    )
    const generator = card('Password generator')
    const password = generator.getByRole('status', { name: 'Password' })
    const first = await password.innerText()
    expect(first).toHaveLength(24)
    await generator.getByRole('button', { name: 'Generate another' }).press('Enter')
    const second = await password.innerText()
    expect(second).not.toBe(first)
    expect(await said()).toBe('New password generated.')
    await generator.getByRole('button', { name: 'Copy the password' }).click()
    await expect.poll(() => clipboardOf(page)).toBe(second)
    await generator.getByRole('slider', { name: 'Length' }).fill('40')
    await generator.getByRole('switch', { name: 'Symbols' }).uncheck()
    await generator.getByRole('switch', { name: 'Digits' }).uncheck()
    expect(await password.innerText()).toMatch(/^[a-zA-Z]{40}$/)
    await generator.getByRole('radio', { name: 'Words' }).check()
    expect(await generator.getByRole('status', { name: 'Passphrase' }).innerText()).toMatch(
      /^([A-Z][a-z]+-){4}[A-Z][a-z]+$/,
    )
    expect(asked.filter((url) => url.includes(encodeURIComponent(second)))).toEqual([])
    expect(await page.evaluate<string>('JSON.stringify(localStorage)')).not.toContain(second)
  })

  test('a colour is picked, mixed, typed, taken from the palette, copied and handed to the action', async () => {
    const picker = {
      type: 'color_picker',
      id: 'cmp_wall',
      color: '#0f766e',
      palette: ['#0f766e', '#F59E0B'],
      format: 'rgb',
      label: 'Wall',
      action: { kind: 'store', key: 'wall-colour', value: { color: '$value' } },
    }
    const { page, card } = await showWidgets(stage, [picker], { permissions })
    const wall = card('Wall')
    await wall.getByRole('list', { name: 'Palette' }).getByRole('button', { name: '#f59e0b' }).click()
    expect(await wall.getByRole('list', { name: 'Codes' }).getByRole('listitem').first().innerText()).toBe(
      'rgb(245 158 11)',
    )
    await wall.getByRole('textbox', { name: 'Hex code' }).fill('nope')
    await wall.getByText('Enter it as #rrggbb.').waitFor()
    await wall.getByRole('textbox', { name: 'Hex code' }).fill('#36f')
    await wall.getByRole('textbox', { name: 'Hex code' }).press('Enter')
    expect(await wall.getByLabel('Colour', { exact: true }).inputValue()).toBe('#3366ff')
    await wall.getByRole('slider', { name: 'Lightness' }).press('End')
    expect(await wall.getByRole('textbox', { name: 'Hex code' }).inputValue()).toBe('#ffffff')
    await wall.getByRole('slider', { name: 'Lightness' }).fill('50')
    // White has no hue of its own, but the one that was chosen is still there.
    expect(await wall.getByRole('slider', { name: 'Hue' }).inputValue()).toBe('225')
    await wall.getByRole('button', { name: 'Copy as hsl' }).click()
    await expect.poll(() => clipboardOf(page)).toBe('hsl(225 100% 50%)')
    await wall.getByRole('button', { name: 'Menu for Wall' }).click()
    await page.getByRole('menuitem', { name: 'Pin to Home' }).click()
    await page.getByRole('link', { name: 'Home' }).click()
    await wall.getByRole('button', { name: 'Use this colour' }).click()
    await wall.getByText('Saved.').waitFor()
    expect(await stage.service.client.store.get({ params: { key: 'wall-colour' } })).toEqual({
      color: 'rgb(15 118 110)',
    })
  })
})
