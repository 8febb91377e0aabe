import { declaredIntents } from './declared-intents.ts'

/** How an intent is offered to a person who may have meant it. */
export interface IntentOffer {
  /** What the chip says; also how the person says it back: "I mean the weather: …". */
  readonly label: string
  /** A sentence that shows what it does, for "what can you do". */
  readonly example: string
}

/** Every intent that the router can act on, by the name that its meaning carries. */
export const intents: Readonly<Record<string, IntentOffer>> = {
  'list.remove': { label: 'Remove from a list', example: 'Remove milk from my shopping list' },
  'list.clear': { label: 'Empty a list', example: 'Clear my shopping list' },
  'list.complete': { label: 'Tick off', example: 'Check off milk on my shopping list' },
  'list.show': { label: 'Show a list', example: 'What is on my todo list?' },
  'list.create': { label: 'New list', example: 'Make a packing list' },
  'list.task': { label: 'New task', example: 'I need to pay the rent by Friday' },
  'list.finish': { label: 'Done', example: 'I have finished the report' },
  'list.drop': { label: 'Remove an entry', example: 'Remove milk' },
  'list.untick': { label: 'Open an entry again', example: 'Untick milk' },
  'list.sweep': { label: 'Remove what is ticked off', example: 'Clear completed items' },
  'list.relabel': { label: 'Rename an entry', example: 'Rename bread to brown bread' },
  'list.rename': { label: 'Rename a list', example: 'Rename the packing list to Rome' },
  calendar_view: { label: 'Calendar', example: 'What is on my calendar this week?' },
  'calendar.add': { label: 'New event', example: 'Lunch with Tom tomorrow at noon' },
  'calendar.remove': { label: 'Delete an event', example: 'Cancel lunch with Tom' },
  'calendar.move': { label: 'Move an event', example: 'Move the dentist to 4 pm' },
  SEARCH_FILES: { label: 'Find files', example: 'Find pdf files named invoice' },
  LIST_FILES: { label: 'List a folder', example: 'What is in my downloads folder?' },
  SEARCH_DOCUMENTS: { label: 'Search my documents', example: 'What do my documents say about the rent?' },
  'file.open': { label: 'Open a file', example: 'Read ~/notes.txt' },
  FILE_INFO: { label: 'Size of a file', example: 'How big is my Documents folder?' },
  SEARCH_PDF: { label: 'Search a PDF', example: 'Search ~/contract.pdf for notice period' },
  WRITE_FILE: { label: 'Write a file', example: 'Write "hello" to ~/hello.txt' },
  MOVE_FILE: { label: 'Move or rename a file', example: 'Rename notes.txt to plumber.txt' },
  COPY_FILE: { label: 'Copy a file', example: 'Copy sales.csv to my desktop' },
  DELETE_FILE: { label: 'Delete a file', example: 'Delete setup.iso from downloads' },
  COMPRESS_FILES: { label: 'Zip files', example: 'Zip ~/Documents/Reports to ~/Desktop/reports.zip' },
  EXTRACT_ARCHIVE: { label: 'Unzip', example: 'Unzip ~/Downloads/photos.zip' },
  XLSX_TO_CSV: { label: 'Spreadsheet to CSV', example: 'Convert ~/Documents/budget.xlsx to csv' },
  GENERATE_CHART_IMAGE: { label: 'Draw a chart', example: 'Bar chart of sales by region from ~/sales.csv' },
  CREATE_FOLDER: { label: 'New folder', example: 'Make a folder ~/Documents/Taxes' },
  'document.create': { label: 'New document', example: 'Create a word document called Minutes' },
  OPEN_APP: { label: 'Open a program', example: 'Open Firefox' },
  RUN_TERMINAL: { label: 'Run a command', example: 'Run ls -la in the terminal' },
  ...Object.fromEntries(declaredIntents),
}

/** Intents that are told apart by a verb rather than by a subject: together they decide whether one is meant. */
const families: readonly (readonly string[])[] = [
  ...Map.groupBy(declaredIntents.values(), ({ name, family = name }) => family)
    .values()
    .map((family) => family.map(({ name }) => name)),
  ['list.add', 'list.remove', 'list.clear', 'list.complete', 'list.show', 'list.create'],
  ['SEARCH_FILES', 'LIST_FILES', 'file.open', 'SEARCH_DOCUMENTS'],
]

const familyOf = new Map(families.flatMap((family) => family.map((intent) => [intent, family] as const)))

export function relatives(intent: string): readonly string[] {
  return familyOf.get(intent) ?? [intent]
}

const listVerbs: readonly (readonly [intent: string, pattern: RegExp])[] = [
  [
    'list.add',
    /\b(?:if (?:it is |they are )?not|otherwise|then|please)\b.*\b(?:add|put|include)\b|\b(?:add|put) (?:it|them)\b|\blist (?:should|must|needs to|has to) (?:have|include)\b/,
  ],
  [
    'list.show',
    /^(?:is|are|was|were|am|do(?! not\b)|does|did|has|what|which|how|show|read|tell|check|see|list|go (?:over|through)|have (?:i|we)|i have .* on)\b/,
  ],
  [
    'list.clear',
    /\b(?:erase|clear|empty|wipe|blank|delete|remove)\b.*\b(?:everything(?! (?:but|except))|all|the items|whole|entire)\b/,
  ],
  [
    'list.remove',
    /\b(?:nix|erase|remove|delete|take|drop|scratch|strike|cut|axe|discard|eliminate|get rid of|off)\b/,
  ],
  ['list.add', /\b(?:add|put|include|place|append|write|stick|jot|buy|need)\b/],
]

/** A list can be had otherwise than here: "send my list to Anna", "order what is on it". */
const otherVerbs = /^(?:send|email|text|share|print|order|forward|mail|buy everything|buy all)\b/

/** Within a family the verb decides, for the subject is the same; undefined where the verb says nothing, `none` where it is not ours. */
export function byVerb(intent: string, lower: string): string | undefined {
  if (!intent.startsWith('list.')) return undefined
  return otherVerbs.test(lower) ? 'none' : listVerbs.find(([, pattern]) => pattern.test(lower))?.[0]
}

/** The intent that a label stands for, as a chip says it. */
export function intentLabelled(label: string): string | undefined {
  const wanted = label.trim().toLowerCase()
  return Object.entries(intents).find(
    ([name, offer]) => offer.label.toLowerCase() === wanted || name.toLowerCase() === wanted,
  )?.[0]
}
