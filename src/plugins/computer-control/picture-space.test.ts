import { expect, test } from 'vitest'
import { pictureSpace, type Sizes } from './picture-space.ts'

const area = { x: 100, y: 50, width: 1920, height: 1080 }
const driver = { activeMonitor: async () => ({ id: '0', area, primary: true }) }
const frame = { area: { x: 0, y: 0, width: 3840, height: 2160 }, width: 1280, height: 720 }
const none = { frame: null }

const mapped = async (sizes: Sizes, last: { frame: typeof frame | null } = none) => {
  const space = await pictureSpace(driver, sizes, last)
  return { ...space.toDesktop({ x: 10, y: 20 }), note: space.note }
}

test('sizes of a picture of the screen are used as they are given', async () => {
  const sizes = { img_w: 960, img_h: 540, screen_w: 1920, screen_h: 1080 }
  expect(await mapped(sizes)).toEqual({ x: 121, y: 91, note: '' })
  expect(await mapped({ img_w: 960, img_h: 540 })).toEqual({ x: 121, y: 91, note: '' })
})

test('without sizes places are those of the last screenshot, else of the active screen', async () => {
  expect(await mapped({}, { frame })).toMatchObject({ x: 31, y: 61 })
  expect(await mapped({})).toMatchObject({ x: 110, y: 70 })
})

test('the size of the last screenshot means that one, another size means another picture', async () => {
  expect(await mapped({ img_w: 1280, img_h: 720 }, { frame })).toMatchObject({ x: 31, y: 61 })
  expect(await mapped({ img_w: 1920, img_h: 1080 }, { frame })).toMatchObject({ x: 110, y: 70 })
})

test('a screen that is believed to be larger or smaller is told of, one of another shape refused', async () => {
  const sizes = { img_w: 960, img_h: 540 }
  expect(await mapped({ ...sizes, screen_w: 1280, screen_h: 720 })).toMatchObject({
    x: 121,
    note: expect.stringContaining('1920 x 1080') as string,
  })
  await expect(mapped({ ...sizes, screen_w: 1280, screen_h: 1024 })).rejects.toMatchObject({
    code: 'conflict',
  })
  await expect(mapped({ img_w: 640, img_h: 480 })).rejects.toMatchObject({ code: 'conflict' })
})

test.each<Sizes>([{ img_w: 10 }, { screen_h: 10 }])('half of a size (%j) is refused', async (sizes) => {
  await expect(mapped(sizes)).rejects.toMatchObject({ code: 'invalid_request' })
})

test('a place outside of the picture is refused, never moved inside', async () => {
  const { toDesktop } = await pictureSpace(driver, { img_w: 960, img_h: 540 }, none)
  expect(() => toDesktop({ x: 960, y: 0 })).toThrow('outside')
  expect(() => toDesktop({ x: -1, y: 0 })).toThrow('outside')
})
