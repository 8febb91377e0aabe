export interface Sandbox {
  readonly program: string
  /** What Node needs to start, by the names under which the loader found it for this process. */
  readonly libraries: readonly string[]
  /** Whether folders in memory can be given a size (bubblewrap 0.7). */
  readonly limitsMemoryFolders: boolean
  /** What Node maps of writable memory before it does anything, in KiB; it differs from machine to machine. */
  readonly nodeKilobytes: number
}
