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
  grid: {
    View: lazyView<'grid'>(async () => (await import('./grid/view.tsx')).GridView),
    size: 'line',
    height: 120,
  },
  tabs: {
    View: lazyView<'tabs'>(async () => (await import('./tabs/view.tsx')).TabsView),
    size: 'wide',
    height: 160,
  },
  form: {
    View: lazyView<'form'>(async () => (await import('./form/view.tsx')).FormView),
    size: 'medium',
    height: 240,
  },
  input: {
    View: lazyView<'input'>(async () => (await import('./input/view.tsx')).InputView),
    size: 'line',
    height: 60,
  },
  select: {
    View: lazyView<'select'>(async () => (await import('./select/view.tsx')).SelectView),
    size: 'line',
    height: 60,
  },
  toggle: {
    View: lazyView<'toggle'>(async () => (await import('./toggle/view.tsx')).ToggleView),
    size: 'line',
    height: 36,
  },
  slider: {
    View: lazyView<'slider'>(async () => (await import('./slider/view.tsx')).SliderView),
    size: 'line',
    height: 56,
  },
  table: {
    View: lazyView<'table'>(async () => (await import('./table/view.tsx')).TableView),
    size: 'wide',
    height: 260,
  },
  key_value: {
    View: lazyView<'key_value'>(async () => (await import('./key-value/view.tsx')).KeyValueView),
    size: 'medium',
    height: 140,
  },
  image: {
    View: lazyView<'image'>(async () => (await import('./image/view.tsx')).ImageView),
    size: 'medium',
    height: 240,
  },
  progress: {
    View: lazyView<'progress'>(async () => (await import('./progress/view.tsx')).ProgressView),
    size: 'line',
    height: 40,
  },
  metric: {
    View: lazyView<'metric'>(async () => (await import('./metric/view.tsx')).MetricView),
    size: 'small',
    height: 96,
  },
  gauge: {
    View: lazyView<'gauge'>(async () => (await import('./gauge/view.tsx')).GaugeView),
    size: 'small',
    height: 140,
  },
  sparkline: {
    View: lazyView<'sparkline'>(async () => (await import('./sparkline/view.tsx')).SparklineView),
    size: 'line',
    height: 32,
  },
  chart: {
    View: lazyView<'chart'>(async () => (await import('./chart/view.tsx')).ChartView),
    size: 'wide',
    height: 330,
  },
  timeline: {
    View: lazyView<'timeline'>(async () => (await import('./timeline/view.tsx')).TimelineView),
    size: 'medium',
    height: 220,
  },
  comparison: {
    View: lazyView<'comparison'>(async () => (await import('./comparison/view.tsx')).ComparisonView),
    size: 'wide',
    height: 240,
  },
  diagram: {
    View: lazyView<'diagram'>(async () => (await import('./diagram/view.tsx')).DiagramView),
    size: 'wide',
    height: 220,
  },
  calendar_view: {
    View: lazyView<'calendar_view'>(async () => (await import('./calendar-view/view.tsx')).CalendarView),
    size: 'wide',
    height: 420,
  },
  file: {
    View: lazyView<'file'>(async () => (await import('./file/view.tsx')).FileView),
    size: 'medium',
    height: 120,
  },
  profile: {
    View: lazyView<'profile'>(async () => (await import('./profile/view.tsx')).ProfileView),
    size: 'medium',
    height: 260,
  },
  held: {
    View: lazyView<'held'>(async () => (await import('./held/view.tsx')).HeldView),
    size: 'medium',
    height: 140,
  },
  confirmation: {
    View: lazyView<'confirmation'>(async () => (await import('./confirmation/view.tsx')).ConfirmationView),
    size: 'wide',
    height: 260,
  },
  task_tracker: {
    View: lazyView<'task_tracker'>(async () => (await import('./task-tracker/view.tsx')).TaskTrackerView),
    size: 'medium',
    height: 220,
  },
  live_timer: {
    View: lazyView<'live_timer'>(async () => (await import('./live-timer/view.tsx')).LiveTimerView),
    size: 'medium',
    height: 300,
  },
  countdown: {
    View: lazyView<'countdown'>(async () => (await import('./countdown/view.tsx')).CountdownView),
    size: 'medium',
    height: 140,
  },
  live_clock: {
    View: lazyView<'live_clock'>(async () => (await import('./live-clock/view.tsx')).LiveClockView),
    size: 'medium',
    height: 140,
  },
  pomodoro: {
    View: lazyView<'pomodoro'>(async () => (await import('./pomodoro/view.tsx')).PomodoroView),
    size: 'medium',
    height: 300,
  },
  stopwatch: {
    View: lazyView<'stopwatch'>(async () => (await import('./stopwatch/view.tsx')).StopwatchView),
    size: 'medium',
    height: 150,
  },
  calculator: {
    View: lazyView<'calculator'>(async () => (await import('./calculator/view.tsx')).CalculatorView),
    size: 'medium',
    height: 400,
  },
  unit_converter: {
    View: lazyView<'unit_converter'>(
      async () => (await import('./unit-converter/view.tsx')).UnitConverterView,
    ),
    size: 'medium',
    height: 270,
  },
  dice_roller: {
    View: lazyView<'dice_roller'>(async () => (await import('./dice-roller/view.tsx')).DiceRollerView),
    size: 'medium',
    height: 270,
  },
  coin_flip: {
    View: lazyView<'coin_flip'>(async () => (await import('./coin-flip/view.tsx')).CoinFlipView),
    size: 'medium',
    height: 240,
  },
  tic_tac_toe: {
    View: lazyView<'tic_tac_toe'>(async () => (await import('./tic-tac-toe/view.tsx')).TicTacToeView),
    size: 'medium',
    height: 390,
  },
  quiz: {
    View: lazyView<'quiz'>(async () => (await import('./quiz/view.tsx')).QuizView),
    size: 'medium',
    height: 240,
  },
  flashcards: {
    View: lazyView<'flashcards'>(async () => (await import('./flashcards/view.tsx')).FlashcardsView),
    size: 'medium',
    height: 260,
  },
  habit_tracker: {
    View: lazyView<'habit_tracker'>(async () => (await import('./habit-tracker/view.tsx')).HabitTrackerView),
    size: 'medium',
    height: 210,
  },
  breathing: {
    View: lazyView<'breathing'>(async () => (await import('./breathing/view.tsx')).BreathingView),
    size: 'medium',
    height: 320,
  },
  tip_calculator: {
    View: lazyView<'tip_calculator'>(
      async () => (await import('./tip-calculator/view.tsx')).TipCalculatorView,
    ),
    size: 'medium',
    height: 250,
  },
  bmi_calculator: {
    View: lazyView<'bmi_calculator'>(
      async () => (await import('./bmi-calculator/view.tsx')).BmiCalculatorView,
    ),
    size: 'medium',
    height: 270,
  },
  password_generator: {
    View: lazyView<'password_generator'>(
      async () => (await import('./password-generator/view.tsx')).PasswordGeneratorView,
    ),
    size: 'medium',
    height: 340,
  },
  color_picker: {
    View: lazyView<'color_picker'>(async () => (await import('./color-picker/view.tsx')).ColorPickerView),
    size: 'medium',
    height: 370,
  },
  drawing_canvas: {
    View: lazyView<'drawing_canvas'>(
      async () => (await import('./drawing-canvas/view.tsx')).DrawingCanvasView,
    ),
    size: 'wide',
    height: 620,
  },
  poll: {
    View: lazyView<'poll'>(async () => (await import('./poll/view.tsx')).PollView),
    size: 'medium',
    height: 210,
  },
  markdown_editor: {
    View: lazyView<'markdown_editor'>(
      async () => (await import('./markdown-editor/view.tsx')).MarkdownEditorView,
    ),
    size: 'wide',
    height: 300,
  },
  metronome: {
    View: lazyView<'metronome'>(async () => (await import('./metronome/view.tsx')).MetronomeView),
    size: 'medium',
    height: 230,
  },
  live_weather: {
    View: lazyView<'live_weather'>(async () => (await import('./live-weather/view.tsx')).LiveWeatherView),
    size: 'medium',
    height: 290,
  },
  todo_list: {
    View: lazyView<'todo_list'>(async () => (await import('./todo-list/view.tsx')).TodoListView),
    size: 'medium',
    height: 220,
  },
  live_stock: {
    View: lazyView<'live_stock'>(async () => (await import('./live-stock/view.tsx')).LiveStockView),
    size: 'medium',
    height: 290,
  },
  currency_converter: {
    View: lazyView<'currency_converter'>(
      async () => (await import('./currency-converter/view.tsx')).CurrencyConverterView,
    ),
    size: 'medium',
    height: 230,
  },
  news_ticker: {
    View: lazyView<'news_ticker'>(async () => (await import('./news-ticker/view.tsx')).NewsTickerView),
    size: 'medium',
    height: 380,
  },
  wiki_summary: {
    View: lazyView<'wiki_summary'>(async () => (await import('./wiki-summary/view.tsx')).WikiSummaryView),
    size: 'medium',
    height: 300,
  },
  dictionary: {
    View: lazyView<'dictionary'>(async () => (await import('./dictionary/view.tsx')).DictionaryView),
    size: 'medium',
    height: 300,
  },
  translator: {
    View: lazyView<'translator'>(async () => (await import('./translator/view.tsx')).TranslatorView),
    size: 'wide',
    height: 260,
  },
  rss_reader: {
    View: lazyView<'rss_reader'>(async () => (await import('./rss-reader/view.tsx')).RssReaderView),
    size: 'medium',
    height: 360,
  },
  astronomy: {
    View: lazyView<'astronomy'>(async () => (await import('./astronomy/view.tsx')).AstronomyView),
    size: 'medium',
    height: 420,
  },
  live_sports: {
    View: lazyView<'live_sports'>(async () => (await import('./live-sports/view.tsx')).LiveSportsView),
    size: 'medium',
    height: 340,
  },
  recipe_viewer: {
    View: lazyView<'recipe_viewer'>(async () => (await import('./recipe-viewer/view.tsx')).RecipeViewerView),
    size: 'wide',
    height: 440,
  },
  data_bound: {
    View: lazyView<'data_bound'>(async () => (await import('./data-bound/view.tsx')).DataBoundView),
    size: 'medium',
    height: 140,
  },
  jit_widget: {
    View: lazyView<'jit_widget'>(async () => (await import('./jit-widget/view.tsx')).JitWidgetView),
    size: 'medium',
    height: 380,
  },
  notes: {
    View: lazyView<'notes'>(async () => (await import('./notes/view.tsx')).NotesView),
    size: 'medium',
    height: 220,
  },
  kanban_board: {
    View: lazyView<'kanban_board'>(async () => (await import('./kanban-board/view.tsx')).KanbanBoardView),
    size: 'wide',
    height: 380,
  },
  journal: {
    View: lazyView<'journal'>(async () => (await import('./journal/view.tsx')).JournalView),
    size: 'medium',
    height: 320,
  },
  budget_tracker: {
    View: lazyView<'budget_tracker'>(
      async () => (await import('./budget-tracker/view.tsx')).BudgetTrackerView,
    ),
    size: 'medium',
    height: 420,
  },
  reading_list: {
    View: lazyView<'reading_list'>(async () => (await import('./reading-list/view.tsx')).ReadingListView),
    size: 'medium',
    height: 260,
  },
  code_snippets: {
    View: lazyView<'code_snippets'>(async () => (await import('./code-snippets/view.tsx')).CodeSnippetsView),
    size: 'wide',
    height: 260,
  },
  bookmarks: {
    View: lazyView<'bookmarks'>(async () => (await import('./bookmarks/view.tsx')).BookmarksView),
    size: 'medium',
    height: 320,
  },
  contacts: {
    View: lazyView<'contacts'>(async () => (await import('./contacts/view.tsx')).ContactsView),
    size: 'medium',
    height: 240,
  },
}
