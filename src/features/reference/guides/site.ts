import { contents } from './contents.ts'
import { readGuide } from './guide-files.ts'
import { guidePage, homePage } from './guide-page.ts'
import { renderGuide, type Titles } from './render-guide.ts'
import { guideEntries, operationEntries, type SearchEntry } from './search-entries.ts'

const names = contents.flatMap(({ pages }) => pages)

export async function home(): Promise<string> {
  return homePage(await titles())
}

/** Throws `not_found` for a guide that is not there. */
export async function page(name: string): Promise<string> {
  const [markdown, all] = await Promise.all([readGuide(name), titles()])
  return guidePage(name, { guide: await renderGuide(markdown, all), titles: all })
}

/** Everything that can be found, of the guides and of the interface. */
export async function entries(document: object): Promise<SearchEntry[]> {
  const all = await titles()
  const guides = await Promise.all(
    names.map(async (name) => ({ name, ...(await renderGuide(await readGuide(name), all)) })),
  )
  return [
    ...guides.flatMap(guideEntries),
    ...operationEntries(document as Parameters<typeof operationEntries>[0]),
  ]
}

/** The first line of each guide is its title. */
async function titles(): Promise<Titles> {
  const found = await Promise.all(
    names.map(async (name) => [name, /^# (.+)$/m.exec(await readGuide(name))?.[1] ?? name] as const),
  )
  return new Map(found)
}
