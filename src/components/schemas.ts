import { alert } from './alert/schema.ts'
import { astronomy } from './astronomy/schema.ts'
import { badge } from './badge/schema.ts'
import { bmiCalculator } from './bmi-calculator/schema.ts'
import { bookmarks, stored as storedBookmarks } from './bookmarks/schema.ts'
import { breathing } from './breathing/schema.ts'
import { budgetTracker, stored as storedBudgetTracker } from './budget-tracker/schema.ts'
import { button } from './button/schema.ts'
import { calculator } from './calculator/schema.ts'
import { calendarView } from './calendar-view/schema.ts'
import { card } from './card/schema.ts'
import { chart } from './chart/schema.ts'
import { code } from './code/schema.ts'
import { codeSnippets, stored as storedCodeSnippets } from './code-snippets/schema.ts'
import { coinFlip } from './coin-flip/schema.ts'
import { colorPicker } from './color-picker/schema.ts'
import { column } from './column/schema.ts'
import { comparison } from './comparison/schema.ts'
import { confirmation } from './confirmation/schema.ts'
import { contacts, stored as storedContacts } from './contacts/schema.ts'
import { countdown } from './countdown/schema.ts'
import { currencyConverter } from './currency-converter/schema.ts'
import { dataBound } from './data-bound/schema.ts'
import { diagram } from './diagram/schema.ts'
import { diceRoller } from './dice-roller/schema.ts'
import { dictionary } from './dictionary/schema.ts'
import { divider } from './divider/schema.ts'
import { drawingCanvas } from './drawing-canvas/schema.ts'
import { error } from './error/schema.ts'
import { file } from './file/schema.ts'
import { flashcards } from './flashcards/schema.ts'
import { form } from './form/schema.ts'
import { gauge } from './gauge/schema.ts'
import { grid } from './grid/schema.ts'
import { habitTracker, stored as storedHabitTracker } from './habit-tracker/schema.ts'
import { heading } from './heading/schema.ts'
import { held } from './held/schema.ts'
import { image } from './image/schema.ts'
import { input } from './input/schema.ts'
import { jitWidget } from './jit-widget/schema.ts'
import { mcpApp } from './mcp-app/schema.ts'
import { journal, stored as storedJournal } from './journal/schema.ts'
import { kanbanBoard, stored as storedKanbanBoard } from './kanban-board/schema.ts'
import { keyValue } from './key-value/schema.ts'
import { link } from './link/schema.ts'
import { list } from './list/schema.ts'
import { liveClock } from './live-clock/schema.ts'
import { liveSports } from './live-sports/schema.ts'
import { liveStock } from './live-stock/schema.ts'
import { liveTimer } from './live-timer/schema.ts'
import { liveWeather } from './live-weather/schema.ts'
import { markdownEditor } from './markdown-editor/schema.ts'
import { metric } from './metric/schema.ts'
import { metronome } from './metronome/schema.ts'
import { newsTicker } from './news-ticker/schema.ts'
import { notes, stored as storedNotes } from './notes/schema.ts'
import { passwordGenerator } from './password-generator/schema.ts'
import { poll } from './poll/schema.ts'
import { pomodoro } from './pomodoro/schema.ts'
import { profile } from './profile/schema.ts'
import { progress } from './progress/schema.ts'
import { quiz } from './quiz/schema.ts'
import { readingList, stored as storedReadingList } from './reading-list/schema.ts'
import { recipeViewer } from './recipe-viewer/schema.ts'
import { row } from './row/schema.ts'
import { rssReader } from './rss-reader/schema.ts'
import { select } from './select/schema.ts'
import { slider } from './slider/schema.ts'
import { sparkline } from './sparkline/schema.ts'
import { stopwatch } from './stopwatch/schema.ts'
import { table } from './table/schema.ts'
import { tabs } from './tabs/schema.ts'
import { taskTracker } from './task-tracker/schema.ts'
import { text } from './text/schema.ts'
import { ticTacToe } from './tic-tac-toe/schema.ts'
import { timeline } from './timeline/schema.ts'
import { tipCalculator } from './tip-calculator/schema.ts'
import { todoList, stored as storedTodoList } from './todo-list/schema.ts'
import { toggle } from './toggle/schema.ts'
import { translator } from './translator/schema.ts'
import { unitConverter } from './unit-converter/schema.ts'
import { wikiSummary } from './wiki-summary/schema.ts'
import type { Defaulted } from './members.ts'
import type { Static, TObject, TProperties, TSchema } from '../contract/type.ts'

/** Every component type, for the service. `views.tsx` has its view and `texts.ts` what it says in words. */
export const componentSchemas = [
  // Layout and basics
  text,
  heading,
  row,
  column,
  grid,
  card,
  tabs,
  divider,
  button,
  form,
  input,
  select,
  toggle,
  slider,
  table,
  list,
  keyValue,
  code,
  image,
  link,
  alert,
  badge,
  progress,
  metric,
  gauge,
  sparkline,
  chart,
  timeline,
  comparison,
  diagram,
  calendarView,
  file,
  profile,
  error,
  confirmation,
  held,
  taskTracker,
  // Tier 1: work in the client alone
  liveTimer,
  countdown,
  liveClock,
  pomodoro,
  stopwatch,
  calculator,
  unitConverter,
  diceRoller,
  coinFlip,
  ticTacToe,
  quiz,
  flashcards,
  habitTracker,
  breathing,
  tipCalculator,
  bmiCalculator,
  passwordGenerator,
  colorPicker,
  drawingCanvas,
  poll,
  markdownEditor,
  metronome,
  jitWidget,
  mcpApp,
  // Tier 2: fed by live data
  liveWeather,
  liveStock,
  currencyConverter,
  newsTicker,
  wikiSummary,
  dictionary,
  translator,
  rssReader,
  astronomy,
  liveSports,
  recipeViewer,
  dataBound,
  // Tier 3: kept in the store
  todoList,
  notes,
  kanbanBoard,
  journal,
  budgetTracker,
  readingList,
  codeSnippets,
  bookmarks,
  contacts,
] as const

/** What the widgets that are kept write under their `id`, so that the shell, the chat and other clients agree on it. */
export const storedSchemas = {
  todo_list: storedTodoList,
  notes: storedNotes,
  kanban_board: storedKanbanBoard,
  journal: storedJournal,
  budget_tracker: storedBudgetTracker,
  reading_list: storedReadingList,
  code_snippets: storedCodeSnippets,
  bookmarks: storedBookmarks,
  contacts: storedContacts,
  habit_tracker: storedHabitTracker,
} as const

type Definition = (typeof componentSchemas)[number]
type DefinitionOf<Type extends ComponentType> = Extract<Definition, { readonly type: Type }>

export type ComponentType = Definition['type']
export type StoredType = keyof typeof storedSchemas
export type StoredOf<Type extends StoredType> = Static<(typeof storedSchemas)[Type]>

/** The members of a component as a view gets them: checked, and with its defaults filled in. */
export type PropsOf<Type extends ComponentType> = Filled<DefinitionOf<Type>['props']>

/** A component as it leaves the service. */
export type UiComponent = {
  [Type in ComponentType]: { type: Type; id: string } & PropsOf<Type>
}[ComponentType]

/** A component as code writes it: what has a default may be left out, and so may `id`, unless it is the store key. */
export type NewComponent<Type extends ComponentType = ComponentType> = {
  [One in Type]: { type: One; id?: string } & Static<DefinitionOf<One>['props']>
}[Type]

type Filled<Props extends TObject> =
  Props extends TObject<infer Properties> ? Static<Props> & FilledMembers<Properties> : never

type FilledMembers<Properties extends TProperties> = {
  [Name in keyof Properties as Properties[Name] extends Defaulted<TSchema> ? Name : never]: Static<
    Properties[Name]
  >
}
