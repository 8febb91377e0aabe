import type { watch } from 'node:fs'
import { AppError } from '../../../../contract/errors.ts'
import { openForWriting } from '../../../../platform/files/open-for-writing.ts'
import { joined } from '../../../../platform/files/walk.ts'
import type { Trigger } from '../schemas.ts'
import type { Look, OwnedTrigger, TriggerSource } from '../source.ts'
import { compare } from './files/compare.ts'
import { statesFound, storedStates, subjectOf, type FileCursor } from './files/cursor.ts'
import { FolderWatch } from './files/folder-watch.ts'
import { findPlace, noPlace, type Place, type WatchRights } from './files/place.ts'
import { below, scan, type Scan } from './files/scan.ts'
import { Settling } from './files/settling.ts'

export interface FileSourceDeps extends Omit<WatchRights, 'provenance'> {
  readonly now: () => Date
  /** In place of the system's own. */
  readonly watchFolder?: typeof watch
}

const SCAN_MS = 600_000
const SETTLE_S = 2
/** A new file that a program has open for writing may be half a download that has stalled: it counts after this. */
const STALLED_MS = 60_000
/** How soon to see whether the program has closed it. */
const STILL_OPEN_MS = 1_000
/** Looking takes a fifth of the time at most while files change without end. */
const PAUSE_FACTOR = 4

/** Files that are created, changed or removed. The scan is the truth; watches only say when to scan. */
export class FileSource implements TriggerSource<'file', FileCursor> {
  readonly #deps: FileSourceDeps
  readonly #settling: Settling
  /** How long the last scan of each place took. */
  readonly #scanMs = new Map<string, number>()

  constructor(deps: FileSourceDeps) {
    this.#deps = deps
    this.#settling = new Settling(deps.now)
  }

  async look(
    trigger: OwnedTrigger<'file'>,
    cursor: FileCursor | undefined,
    signal: AbortSignal,
  ): Promise<Look<FileCursor>> {
    const known = cursor?.of === subjectOf(trigger) ? cursor : undefined
    const place = await findPlace(
      trigger,
      { ...this.#deps, provenance: trigger.by ?? 'import' },
      known?.isFile ?? false,
    )
    if (!place) {
      if (known) throw noPlace(trigger)
      // Whatever appears there later is new; the next look says that there is nothing yet.
      return { events: [], cursor: this.#firstCursor(trigger), againInMs: 0 }
    }
    const found = await this.#scan(trigger, place, signal)
    if (!known || isOtherKind(known, place))
      return { events: [], cursor: this.#firstCursor(trigger, { place, found }) }
    assertMounted(known, { place, found })
    return this.#compare(trigger, known, { place, found })
  }

  everyMs(): number {
    return SCAN_MS
  }

  watch(trigger: OwnedTrigger<'file'>, hint: () => void, signal: AbortSignal): Promise<void> {
    const { watchFolder } = this.#deps
    return new FolderWatch({
      // Where there is nothing yet, or nothing any more, the folder that it will be in is watched.
      find: () => findPlace(trigger, { ...this.#deps, provenance: trigger.by ?? 'import' }, true),
      pauseMs: () => PAUSE_FACTOR * (this.#scanMs.get(subjectOf(trigger)) ?? 0),
      hint,
      signal,
      ...(watchFolder && { watchFolder }),
    }).start()
  }

  async #scan(trigger: Trigger<'file'>, place: Place, signal: AbortSignal): Promise<Scan> {
    const begun = performance.now()
    const found = await scan(place, signal)
    this.#scanMs.set(subjectOf(trigger), performance.now() - begun)
    return found
  }

  /** The turn starts at the clock: a trigger that begins anew uses no key a second time. */
  #firstCursor(trigger: Trigger<'file'>, seen?: { place: Place; found: Scan }): FileCursor {
    return {
      of: subjectOf(trigger),
      turn: this.#deps.now().getTime(),
      isFile: seen?.place.only !== undefined,
      mounts: seen?.found.mounts ?? [],
      files: seen ? storedStates(statesFound(seen.found.files)) : {},
    }
  }

  async #compare(
    trigger: Trigger<'file'>,
    known: FileCursor,
    { place, found }: { place: Place; found: Scan },
  ): Promise<Look<FileCursor>> {
    const settleMs = (trigger.settle_s ?? SETTLE_S) * 1_000
    const written = await openForWriting(this.#settledLately(known, { place, found, settleMs }))
    const isFile = place.only !== undefined
    return compare(known.isFile === isFile ? known : { ...known, isFile }, found, {
      place,
      wanted: trigger.events ?? ['created', 'changed'],
      now: this.#deps.now(),
      remainingMs: (path, stats, isNew) => {
        const quiet = this.#settling.quietMs(path, stats)
        if (isNew && written.has(path)) return Math.min(STALLED_MS - quiet, Math.max(settleMs, STILL_OPEN_MS))
        return settleMs - quiet
      },
    })
  }

  /** New files that count unless somebody still writes them. */
  #settledLately(
    known: FileCursor,
    { place, found, settleMs }: { place: Place; found: Scan; settleMs: number },
  ): string[] {
    return [...found.files].flatMap(([folder, files]) =>
      [...files].flatMap(([name, stats]) => {
        if (Object.hasOwn(known.files, folder) && Object.hasOwn(known.files[folder]!, name)) return []
        const path = joined(place.root, below(folder, name))
        const quiet = this.#settling.quietMs(path, stats)
        return quiet >= settleMs && quiet < STALLED_MS ? [path] : []
      }),
    )
  }
}

/** What was a file is a folder now, or the other way round. What was nothing may become either. */
function isOtherKind({ isFile, files }: FileCursor, { only }: Place): boolean {
  return isFile !== (only !== undefined) && Object.keys(files).length > 0
}

/** An empty folder where a disk used to be does not mean that everything was removed. */
function assertMounted({ mounts }: FileCursor, { place, found }: { place: Place; found: Scan }): void {
  if (!mounts.includes('') || found.mounts.includes('')) return
  throw new AppError('not_found', `The disk at "${place.named}" is not mounted.`)
}
