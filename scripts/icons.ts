import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

/** Draws the icons of the installed page from its mark: `npm run icons` after a change of web/public/mark.svg. */
const folder = join(import.meta.dirname, '../web/public')
const mark = await readFile(join(folder, 'mark.svg'), 'utf8')
const [, drawing] = /<rect [^>]*\/>(.*)<\/svg>/.exec(mark)!
const colour = /<rect [^>]*fill="([^"]+)"/.exec(mark)![1]!

await draw('icon-192.png', 192, mark)
await draw('icon-512.png', 512, mark)
// Systems cut these into a shape of their own: the colour reaches the edge, the drawing stays in the middle.
await draw('icon-maskable-512.png', 512, filled(0.8))
await draw('apple-touch-icon.png', 180, filled(0.9))
// Of a badge only the shape is shown.
await draw('badge-96.png', 96, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="4 4 24 24">${drawing}</svg>`)

function filled(scale: number): string {
  const shift = 16 * (1 - scale)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${colour}"/>` +
    `<g transform="translate(${shift} ${shift}) scale(${scale})">${drawing}</g></svg>`
  )
}

async function draw(name: string, size: number, svg: string): Promise<void> {
  const density = (72 * size) / 32
  await sharp(Buffer.from(svg), { density })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(folder, name))
}
