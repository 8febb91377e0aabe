const MiB = 1024 * 1024

/** What an archive may cost. Sizes that the archive itself declares are never believed: bytes are counted as they come. */
export interface ArchiveLimits {
  readonly fileBytes: number
  readonly entries: number
  /** Largest entry, unpacked. */
  readonly entryBytes: number
  /** All entries that are unpacked while the archive is open, together. */
  readonly totalBytes: number
  /** Unpacked to packed, beyond the first MiB. */
  readonly ratio: number
}

/** For files that came from outside. */
export const untrustedArchive: ArchiveLimits = {
  fileBytes: 25 * MiB,
  entries: 2000,
  entryBytes: 50 * MiB,
  totalBytes: 200 * MiB,
  ratio: 100,
}

/** For a document of the user that is edited in place: videos are large, but only the changed parts are unpacked. */
export const editedDocument: ArchiveLimits = {
  fileBytes: 2048 * MiB,
  entries: 20_000,
  entryBytes: 50 * MiB,
  totalBytes: 200 * MiB,
  ratio: 100,
}

/** How many bytes a packed entry may become. */
export function unpackedLimit(limits: ArchiveLimits, packedBytes: number): number {
  return Math.min(limits.entryBytes, packedBytes * limits.ratio + MiB)
}
