import type { AnyTool } from '../../../../contract/tool.ts'
import type { ToolCatalog } from '../../../tools/tool-catalog.ts'
import type { CatalogEntry } from '../../../tools/catalog-entry.ts'
import type { WorkflowStep } from '../../schemas.ts'
import type { EarlierStep } from '../link-results.ts'
import { newStepId } from '../step-id.ts'
import type { FileList } from './for-each.ts'
import type { TextReference } from './expressions.ts'
import { asEarlierStep, type Thing } from './thing.ts'

/** How the text of a file is read, by its ending, and where it stands in the result. */
const READERS: readonly {
  readonly endings: RegExp
  readonly action: string
  readonly args?: Readonly<Record<string, unknown>>
  readonly text: string
}[] = [
  { endings: /^pdf$/, action: 'READ_PDF', args: { max_characters: 1_000_000 }, text: 'pages[*].text' },
  { endings: /^docx$/, action: 'READ_DOCX', text: 'text' },
  { endings: /^pptx$/, action: 'READ_PPTX', text: 'text' },
  {
    endings: /^(?:txt|md|markdown|csv|tsv|log|json|xml|html?|ya?ml|tex|ini|conf|eml)$/,
    action: 'READ_FILE',
    text: 'content',
  },
]

/** A step that is to be added. */
export interface NewStep {
  readonly action: string
  readonly args: Readonly<Record<string, unknown>>
  readonly when?: string | undefined
  readonly needsHuman?: boolean
  /** Done once, although the steps around it are done for each of several things. */
  readonly isOnce?: boolean
}

interface Loop {
  readonly list: string
  readonly thing: Thing
  /** Its path is still that of the file that was found, or where that was moved to. */
  readonly isOriginal: boolean
  /** What must be true of an item before anything is done with it. */
  readonly when?: string | undefined
}

export interface DraftState {
  readonly loop: Loop | undefined
  readonly made: readonly EarlierStep[]
  readonly ends: readonly string[]
  readonly text: TextReference | undefined
}

/** The steps of an automation while they are planned: what each waits for, and what "it" is at that point. */
export class AutomationDraft {
  readonly steps: WorkflowStep[] = []
  readonly #catalog: ToolCatalog
  #event: Thing | undefined
  #loop: Loop | undefined
  #made: EarlierStep[] = []
  /** Steps that the next one waits for. */
  #ends: readonly string[] = []
  #text: TextReference | undefined

  constructor(catalog: ToolCatalog, event: Thing | undefined) {
    this.#catalog = catalog
    this.#event = event
  }

  get ends(): readonly string[] {
    return this.#ends
  }

  get isLooping(): boolean {
    return this.#loop !== undefined
  }

  /** What "it" is. */
  get thing(): Thing | undefined {
    return this.#loop?.thing ?? this.#event
  }

  /** What a clause can point at, in the order in which it came about. */
  get earlier(): readonly EarlierStep[] {
    const { thing } = this
    return [...(thing ? [asEarlierStep(thing)] : []), ...this.#made]
  }

  /** The thing alone, without what was made of it. */
  get original(): readonly EarlierStep[] {
    const [thing] = this.earlier
    return this.thing && thing ? [thing] : this.earlier
  }

  /** Whether the thing itself can still be named. */
  get knowsOriginal(): boolean {
    return this.#loop?.isOriginal !== false
  }

  find(action: string): CatalogEntry | undefined {
    return this.#catalog.find(action)
  }

  /** Where the draft stands, to come back to. */
  save(): DraftState {
    return { loop: this.#loop, made: [...this.#made], ends: this.#ends, text: this.#text }
  }

  restore({ loop, made, ends, text }: DraftState): void {
    this.#loop = loop
    this.#made = [...made]
    this.#ends = ends
    this.#text = text
  }

  /** What comes next waits for these, and knows nothing of what was made before. */
  continueAfter(ends: readonly string[]): void {
    this.#ends = ends
    this.#made = []
  }

  /** What comes next is done for each of these files. */
  beginLoop({ search, ending, when }: FileList): void {
    const id = this.#append({ action: 'SEARCH_FILES', args: search }, {})
    this.#loop = {
      list: `$${id}.results`,
      thing: { type: 'file', name: 'file', ending },
      isOriginal: true,
      when,
    }
    this.#made = []
    this.#text = undefined
  }

  /** What is found at once, for a tool that takes several. */
  addSearch({ search }: FileList): void {
    const id = this.#append({ action: 'SEARCH_FILES', args: search }, {})
    this.#made = [{ id, tool: this.find('SEARCH_FILES')!.tool }]
  }

  endLoop(): void {
    if (!this.#loop) return
    this.#loop = undefined
    this.#made = []
    this.#text = undefined
  }

  /** Adds the step that reads the text of the file, once; undefined where nobody knows how. */
  readText(): TextReference | undefined {
    if (this.#text) return this.#text
    const { thing } = this
    const reader = READERS.find(({ endings }) => thing?.ending !== undefined && endings.test(thing.ending))
    if (!thing || !reader || !this.find(reader.action)) return undefined
    const id = this.#append(
      { action: reader.action, args: { path: `$${thing.name}.path`, ...reader.args } },
      this.#loop ? this.#loopMembers(undefined) : {},
    )
    const place = this.#loop
      ? this.#goThrough(id, { mayBeSkipped: this.#loop.when !== undefined, isOriginal: true })
      : id
    this.#text = { reference: `$${place}.${reader.text}`, isEach: reader.text.includes('[*]') }
    return this.#text
  }

  /** A folder that must be there before the step that is added next. */
  addFolder(path: string): void {
    const before = this.#ends
    this.#ends = []
    const id = this.#append({ action: 'CREATE_FOLDER', args: { path } }, {})
    this.#ends = [...before, id]
  }

  add(step: NewStep): string {
    const isItem = this.#loop !== undefined && step.isOnce !== true
    const id = this.#append(step, isItem ? this.#loopMembers(step.when) : whenOf(step.when))
    const tool = this.find(step.action)!.tool
    if (!isItem) this.#made.push({ id, tool })
    else
      this.#madeForEach(id, tool, { mayBeSkipped: this.#loop!.when !== undefined || step.when !== undefined })
    return id
  }

  #append(
    { action, args, needsHuman = false }: NewStep,
    control: Pick<WorkflowStep, 'when' | 'for_each'>,
  ): string {
    const { agent } = this.find(action)!
    const id = newStepId(action, this.steps)
    this.steps.push({
      id,
      agent,
      action,
      args: { ...args },
      depends_on: [...this.#ends],
      ...control,
      ...(needsHuman && { needs_human: true }),
    })
    this.#ends = [id]
    return id
  }

  #loopMembers(when: string | undefined): Pick<WorkflowStep, 'when' | 'for_each'> {
    const { list, when: limit } = this.#loop!
    const conditions = [limit, when].filter((one) => one !== undefined)
    return {
      for_each: { in: list, as: 'file' },
      ...whenOf(conditions.length > 0 ? conditions.join(' and ') : undefined),
    }
  }

  /** What was made of each item is found beside it, in the results of the step. */
  #madeForEach(id: string, tool: AnyTool, { mayBeSkipped }: { mayBeSkipped: boolean }): void {
    const properties = (tool.data as { properties?: Readonly<Record<string, unknown>> }).properties ?? {}
    if (!Object.hasOwn(properties, 'path')) return
    this.#goThrough(id, { mayBeSkipped, isOriginal: tool.risk === 'read' || tool.action === 'MOVE_FILE' })
    this.#made = [{ id: this.#loop!.thing.name, tool }]
  }

  /** The next steps go through the results of this one. */
  #goThrough(
    id: string,
    { mayBeSkipped, isOriginal }: { mayBeSkipped: boolean; isOriginal: boolean },
  ): string {
    const { thing } = this.#loop!
    this.#loop = {
      list: `$${id}.items`,
      thing: { ...thing, name: 'file.data' },
      isOriginal: this.#loop!.isOriginal && isOriginal,
      when: mayBeSkipped ? '$file.status == "completed"' : undefined,
    }
    return 'file.data'
  }
}

function whenOf(when: string | undefined): { when?: string } {
  return when === undefined ? {} : { when }
}
