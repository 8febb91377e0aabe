import { crc32 } from 'node:zlib'
import { escapeXml } from '../archives/xml-tree.ts'
import type { Rect } from './geometry.ts'
import { insertShape } from './insert-shape.ts'
import { storedMedia } from './media.ts'
import type { Picture } from './picture-file.ts'
import type { Presentation } from './presentation.ts'

/** Puts the picture on a slide and returns the id of its shape. */
export async function addPicture(
  presentation: Presentation,
  part: string,
  { picture, rect }: { picture: Picture; rect: Rect },
): Promise<number> {
  const media = await storeMedia(presentation, picture)
  const relationshipId = await presentation.relate(part, { kind: 'image', to: media })
  return insertShape(presentation, part, ({ id, declarations }) =>
    pictureXml({ id, declarations, relationshipId, picture, rect }),
  )
}

interface PictureShape {
  readonly id: number
  readonly declarations: string
  readonly relationshipId: string
  readonly picture: Picture
  readonly rect: Rect
}

function pictureXml({ id, declarations, relationshipId, picture, rect }: PictureShape): string {
  const name = escapeXml(picture.name)
  return (
    `<p:pic${declarations}><p:nvPicPr><p:cNvPr id="${id}" name="Picture ${id}" descr="${name}"/>` +
    '<p:cNvPicPr><a:picLocks noChangeAspect="1"/></p:cNvPicPr><p:nvPr/></p:nvPicPr>' +
    `<p:blipFill><a:blip r:embed="${relationshipId}"/><a:stretch><a:fillRect/></a:stretch></p:blipFill>` +
    `<p:spPr><a:xfrm><a:off x="${rect.x}" y="${rect.y}"/><a:ext cx="${rect.width}" cy="${rect.height}"/></a:xfrm>` +
    '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>'
  )
}

/** The same picture is stored once, however often it is shown. */
async function storeMedia({ pack }: Presentation, picture: Picture): Promise<string> {
  const { bytes } = picture
  const known = await storedMedia(pack, { crc: crc32(bytes), bytes: bytes.length, read: async () => bytes })
  if (known !== undefined) return known
  const part = freeMediaName(new Set(pack.parts().map((name) => name.toLowerCase())), picture.extension)
  pack.write(part, bytes, picture.contentType)
  return part
}

function freeMediaName(names: ReadonlySet<string>, extension: string): string {
  const numbers = new Set([...names].map((name) => /^ppt\/media\/image(\d+)\./.exec(name)?.[1]))
  let number = 1
  while (numbers.has(String(number))) number += 1
  return `ppt/media/image${number}.${extension}`
}
