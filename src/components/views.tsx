import { TextView } from './text/view.tsx'
import { HeadingView } from './heading/view.tsx'
import { RowView } from './row/view.tsx'
import { ColumnView } from './column/view.tsx'
import { ButtonView } from './button/view.tsx'
import { DividerView } from './divider/view.tsx'
import { ListView } from './list/view.tsx'
import { AlertView } from './alert/view.tsx'
import { BadgeView } from './badge/view.tsx'
import { ErrorView } from './error/view.tsx'
import { LinkView } from './link/view.tsx'
import { CodeView } from './code/view.tsx'
import { CardView } from './card/view.tsx'
import { lazyView, type ViewRegistry } from './view-kit/view-entry.ts'

/**
 * Every view, for the shell; `schemas.ts` is its twin in the service. A type without a view does not compile. What is in
 * most answers is part of the page, all else is fetched when it is first drawn.
 */
export const views: ViewRegistry = {
  text: { View: TextView, size: 'line', height: 44 },
  heading: { View: HeadingView, size: 'line', height: 30 },
  row: { View: RowView, size: 'line', height: 60 },
  column: { View: ColumnView, size: 'line', height: 60 },
  button: { View: ButtonView, size: 'line', height: 36 },
  divider: { View: DividerView, size: 'line', height: 20 },
  list: { View: ListView, size: 'wide', height: 140 },
  alert: { View: AlertView, size: 'line', height: 64 },
  badge: { View: BadgeView, size: 'line', height: 24 },
  error: { View: ErrorView, size: 'medium', height: 120 },
  link: { View: LinkView, size: 'medium', height: 64 },
  code: { View: CodeView, size: 'wide', height: 120 },
  card: { View: CardView, size: 'medium', height: 140 },
  grid: lazyView('line', 120, async () => (await import('./grid/view.tsx')).GridView),
  tabs: lazyView('wide', 160, async () => (await import('./tabs/view.tsx')).TabsView),
  form: lazyView('medium', 240, async () => (await import('./form/view.tsx')).FormView),
  input: lazyView('line', 60, async () => (await import('./input/view.tsx')).InputView),
  select: lazyView('line', 60, async () => (await import('./select/view.tsx')).SelectView),
  toggle: lazyView('line', 36, async () => (await import('./toggle/view.tsx')).ToggleView),
  slider: lazyView('line', 56, async () => (await import('./slider/view.tsx')).SliderView),
  table: lazyView('wide', 260, async () => (await import('./table/view.tsx')).TableView),
  key_value: lazyView('medium', 140, async () => (await import('./key-value/view.tsx')).KeyValueView),
  image: lazyView('medium', 240, async () => (await import('./image/view.tsx')).ImageView),
  progress: lazyView('line', 40, async () => (await import('./progress/view.tsx')).ProgressView),
  metric: lazyView('small', 96, async () => (await import('./metric/view.tsx')).MetricView),
  gauge: lazyView('small', 140, async () => (await import('./gauge/view.tsx')).GaugeView),
  sparkline: lazyView('line', 32, async () => (await import('./sparkline/view.tsx')).SparklineView),
  chart: lazyView('wide', 330, async () => (await import('./chart/view.tsx')).ChartView),
  timeline: lazyView('medium', 220, async () => (await import('./timeline/view.tsx')).TimelineView),
  comparison: lazyView('wide', 240, async () => (await import('./comparison/view.tsx')).ComparisonView),
  diagram: lazyView('wide', 220, async () => (await import('./diagram/view.tsx')).DiagramView),
  calendar_view: lazyView('wide', 420, async () => (await import('./calendar-view/view.tsx')).CalendarView),
  file: lazyView('medium', 120, async () => (await import('./file/view.tsx')).FileView),
  profile: lazyView('medium', 260, async () => (await import('./profile/view.tsx')).ProfileView),
  held: lazyView('medium', 140, async () => (await import('./held/view.tsx')).HeldView),
  confirmation: lazyView('wide', 260, async () => (await import('./confirmation/view.tsx')).ConfirmationView),
  task_tracker: lazyView(
    'medium',
    220,
    async () => (await import('./task-tracker/view.tsx')).TaskTrackerView,
  ),
  live_timer: lazyView('medium', 300, async () => (await import('./live-timer/view.tsx')).LiveTimerView),
  countdown: lazyView('medium', 140, async () => (await import('./countdown/view.tsx')).CountdownView),
  live_clock: lazyView('medium', 140, async () => (await import('./live-clock/view.tsx')).LiveClockView),
  pomodoro: lazyView('medium', 300, async () => (await import('./pomodoro/view.tsx')).PomodoroView),
  stopwatch: lazyView('medium', 150, async () => (await import('./stopwatch/view.tsx')).StopwatchView),
  calculator: lazyView('medium', 400, async () => (await import('./calculator/view.tsx')).CalculatorView),
  unit_converter: lazyView(
    'medium',
    270,
    async () => (await import('./unit-converter/view.tsx')).UnitConverterView,
  ),
  dice_roller: lazyView('medium', 270, async () => (await import('./dice-roller/view.tsx')).DiceRollerView),
  coin_flip: lazyView('medium', 240, async () => (await import('./coin-flip/view.tsx')).CoinFlipView),
  tic_tac_toe: lazyView('medium', 390, async () => (await import('./tic-tac-toe/view.tsx')).TicTacToeView),
  quiz: lazyView('medium', 240, async () => (await import('./quiz/view.tsx')).QuizView),
  flashcards: lazyView('medium', 260, async () => (await import('./flashcards/view.tsx')).FlashcardsView),
  habit_tracker: lazyView(
    'medium',
    210,
    async () => (await import('./habit-tracker/view.tsx')).HabitTrackerView,
  ),
  breathing: lazyView('medium', 320, async () => (await import('./breathing/view.tsx')).BreathingView),
  tip_calculator: lazyView(
    'medium',
    250,
    async () => (await import('./tip-calculator/view.tsx')).TipCalculatorView,
  ),
  bmi_calculator: lazyView(
    'medium',
    270,
    async () => (await import('./bmi-calculator/view.tsx')).BmiCalculatorView,
  ),
  password_generator: lazyView(
    'medium',
    340,
    async () => (await import('./password-generator/view.tsx')).PasswordGeneratorView,
  ),
  color_picker: lazyView(
    'medium',
    370,
    async () => (await import('./color-picker/view.tsx')).ColorPickerView,
  ),
  drawing_canvas: lazyView(
    'wide',
    620,
    async () => (await import('./drawing-canvas/view.tsx')).DrawingCanvasView,
  ),
  poll: lazyView('medium', 210, async () => (await import('./poll/view.tsx')).PollView),
  markdown_editor: lazyView(
    'wide',
    300,
    async () => (await import('./markdown-editor/view.tsx')).MarkdownEditorView,
  ),
  metronome: lazyView('medium', 230, async () => (await import('./metronome/view.tsx')).MetronomeView),
  live_weather: lazyView(
    'medium',
    290,
    async () => (await import('./live-weather/view.tsx')).LiveWeatherView,
  ),
  todo_list: lazyView('medium', 220, async () => (await import('./todo-list/view.tsx')).TodoListView),
  live_stock: lazyView('medium', 290, async () => (await import('./live-stock/view.tsx')).LiveStockView),
  currency_converter: lazyView(
    'medium',
    230,
    async () => (await import('./currency-converter/view.tsx')).CurrencyConverterView,
  ),
  news_ticker: lazyView('medium', 380, async () => (await import('./news-ticker/view.tsx')).NewsTickerView),
  wiki_summary: lazyView(
    'medium',
    300,
    async () => (await import('./wiki-summary/view.tsx')).WikiSummaryView,
  ),
  dictionary: lazyView('medium', 300, async () => (await import('./dictionary/view.tsx')).DictionaryView),
  translator: lazyView('wide', 260, async () => (await import('./translator/view.tsx')).TranslatorView),
  rss_reader: lazyView('medium', 360, async () => (await import('./rss-reader/view.tsx')).RssReaderView),
  astronomy: lazyView('medium', 420, async () => (await import('./astronomy/view.tsx')).AstronomyView),
  live_sports: lazyView('medium', 340, async () => (await import('./live-sports/view.tsx')).LiveSportsView),
  recipe_viewer: lazyView(
    'wide',
    440,
    async () => (await import('./recipe-viewer/view.tsx')).RecipeViewerView,
  ),
  data_bound: lazyView('medium', 140, async () => (await import('./data-bound/view.tsx')).DataBoundView),
  mcp_app: lazyView('wide', 260, async () => (await import('./mcp-app/view.tsx')).McpAppView),
  jit_widget: lazyView('medium', 380, async () => (await import('./jit-widget/view.tsx')).JitWidgetView),
  notes: lazyView('medium', 220, async () => (await import('./notes/view.tsx')).NotesView),
  kanban_board: lazyView('wide', 380, async () => (await import('./kanban-board/view.tsx')).KanbanBoardView),
  journal: lazyView('medium', 320, async () => (await import('./journal/view.tsx')).JournalView),
  budget_tracker: lazyView(
    'medium',
    420,
    async () => (await import('./budget-tracker/view.tsx')).BudgetTrackerView,
  ),
  reading_list: lazyView(
    'medium',
    260,
    async () => (await import('./reading-list/view.tsx')).ReadingListView,
  ),
  code_snippets: lazyView(
    'wide',
    260,
    async () => (await import('./code-snippets/view.tsx')).CodeSnippetsView,
  ),
  bookmarks: lazyView('medium', 320, async () => (await import('./bookmarks/view.tsx')).BookmarksView),
  contacts: lazyView('medium', 240, async () => (await import('./contacts/view.tsx')).ContactsView),
}
