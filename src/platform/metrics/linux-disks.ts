import { readFile, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Disk } from '../../features/metrics/contract.ts'
import { usedPercent } from './rates.ts'

/** Images that are mounted read-only and always full: snap packages, installation discs. */
const IMAGE_FILESYSTEMS = new Set(['squashfs', 'iso9660', 'udf', 'erofs'])

/** A failing disk can hold a question for minutes; after this long the last answer stands. */
const PATIENCE_MS = 500

export interface Mount {
  readonly mount: string
  readonly device: string
  readonly filesystem: string
  /** A folder inside the file system: a bind mount, or a subvolume. */
  readonly partial: boolean
}

export function createDiskReader({ root = '/' }: { root?: string } = {}): () => Promise<Disk[]> {
  const pending = new Map<string, Promise<Disk | null>>()
  const known = new Map<string, Disk>()

  /** Asks once at a time, so that a disk that hangs costs one thread and not one more with every sample. */
  async function readDisk(mount: Mount): Promise<Disk | null> {
    let asked = pending.get(mount.mount)
    if (!asked) {
      asked = measureDisk(mount, root).finally(() => pending.delete(mount.mount))
      pending.set(mount.mount, asked)
    }
    const disk = await withPatience(asked, () => known.get(mount.mount) ?? null)
    if (disk) known.set(mount.mount, disk)
    else known.delete(mount.mount)
    return disk
  }

  return async () => {
    const mounts = parseMounts(await readFile(join(root, 'proc/self/mountinfo'), 'utf8'))
    const disks: Disk[] = []
    const seen = new Set<string>()
    for (const mount of mounts) {
      if (seen.has(mount.device)) continue
      const disk = await readDisk(mount)
      if (!disk) continue
      seen.add(mount.device)
      disks.push(disk)
    }
    return disks
  }
}

/**
 * The mounts worth showing, the root first and the shorter path before the longer. Network and FUSE file systems are
 * left out: when their other end is away, asking for their size never returns.
 */
export function parseMounts(mountinfo: string): Mount[] {
  const mounts = mountinfo.split('\n').flatMap((line) => {
    const [place, kind] = line.split(' - ').map((half) => half.split(' '))
    const [filesystem, source] = kind ?? []
    if (!place?.[4] || !filesystem || !source) return []
    const device = unescapeOctal(source)
    return [{ mount: unescapeOctal(place[4]), device, filesystem, partial: place[3] !== '/' }]
  })
  // Of two mounts on one place the later one is seen.
  const visible = [...new Map(mounts.map((mount) => [mount.mount, mount])).values()]
  return visible.filter(isShown).sort((a, b) => a.mount.length - b.mount.length)
}

function isShown({ mount, device, filesystem }: Mount): boolean {
  if (mount === '/') return true
  if (IMAGE_FILESYSTEMS.has(filesystem)) return false
  return device.startsWith('/dev/') || filesystem === 'zfs'
}

/** A mount point that is gone, closed to us or not a folder is no disk to show. */
async function measureDisk(
  { mount, device, filesystem, partial }: Mount,
  root: string,
): Promise<Disk | null> {
  try {
    // Containers bind single files such as /etc/hosts from the machine's disk.
    if (partial && !(await stat(join(root, mount))).isDirectory()) return null
    const { frsize, bsize, blocks, bfree, bavail } = await statfs(join(root, mount))
    const unit = frsize || bsize
    if (blocks === 0) return null
    const used_bytes = (blocks - bfree) * unit
    const available_bytes = bavail * unit
    return {
      mount,
      device,
      filesystem,
      total_bytes: blocks * unit,
      used_bytes,
      available_bytes,
      percent: usedPercent(used_bytes, used_bytes + available_bytes),
    }
  } catch {
    return null
  }
}

async function withPatience<T>(answer: Promise<T>, otherwise: () => T): Promise<T> {
  const late = Promise.withResolvers<T>()
  const timer = setTimeout(() => late.resolve(otherwise()), PATIENCE_MS)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** The kernel writes blanks, tabs, line ends and backslashes in paths as `\040`. */
function unescapeOctal(path: string): string {
  if (!path.includes('\\')) return path
  return path.replaceAll(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  )
}
