export const blockBytes = 512

/** Where the fields of a header stand: offset and length. */
export const tarFields = {
  name: [0, 100],
  mode: [100, 8],
  uid: [108, 8],
  gid: [116, 8],
  size: [124, 12],
  mtime: [136, 12],
  checksum: [148, 8],
  type: [156, 1],
  magic: [257, 6],
  version: [263, 2],
  prefix: [345, 155],
} as const satisfies Readonly<Record<string, readonly [offset: number, length: number]>>

export type TarField = keyof typeof tarFields

/** The sum of all bytes of a header, its own field counted as spaces. */
export function tarChecksum(header: Buffer): number {
  const [start, length] = tarFields.checksum
  let sum = 32 * length
  for (const [index, byte] of header.entries()) if (index < start || index >= start + length) sum += byte
  return sum
}

/** How many bytes follow a content so that the next header begins at a block. */
export function tarPadding(bytes: number): number {
  return (blockBytes - (bytes % blockBytes)) % blockBytes
}
