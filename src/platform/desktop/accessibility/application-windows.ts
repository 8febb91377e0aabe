import type { ActiveWindow } from '../desktop-driver.ts'
import { registry, type ObjectReader, type ObjectReference } from './object-reader.ts'
import type { WindowWatch } from './window-watch.ts'

/** Which windows there are. */
export interface WindowSource {
  readonly reader: ObjectReader
  readonly windows: Pick<WindowWatch, 'lastOf'>
}

/** The windows in front of the application whose window is active; all of its when none says that it is. */
export async function frontWindows(
  source: WindowSource,
  activeWindow: () => Promise<ActiveWindow | null>,
): Promise<ObjectReference[]> {
  const { reader } = source
  const processId = (await activeWindow())?.processId ?? null
  const windows = await windowsOf(source, processId)
  const states = await Promise.all(windows.map((each) => reader.states(each).catch((): string[] => [])))
  const active = windows.filter((_, index) => states[index]!.includes('active'))
  return active.length > 0 || processId === null ? active : windows
}

/** Those that it tells when it is asked, and the one that it only said has come to the front. */
export async function windowsOf(
  { reader, windows: watch }: WindowSource,
  processId: number | null,
): Promise<ObjectReference[]> {
  const applications = await applicationsOf(reader, processId)
  const windows = applications.map(async (application) => {
    const told = await reader.children(application).catch((): ObjectReference[] => [])
    const last = watch.lastOf(application.owner)
    if (last === null || told.some(({ path }) => path === last.path)) return told
    const states = await reader.states(last).catch((): string[] => [])
    return states.includes('showing') ? [...told, last] : told
  })
  return (await Promise.all(windows)).flat()
}

/** All of them where it is not known whose window is in front. */
export async function applicationsOf(
  reader: ObjectReader,
  processId: number | null,
): Promise<ObjectReference[]> {
  const applications = await reader.children(registry)
  if (processId === null) return applications
  const processes = await Promise.all(applications.map(({ owner }) => reader.processOf(owner)))
  return applications.filter((_, index) => processes[index] === processId)
}
