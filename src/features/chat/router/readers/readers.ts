import * as connectors from './connectors.ts'
import { readCalendarSpan } from './calendar-span.ts'
import * as calendar from './calendar.ts'
import { readClock } from './clocks.ts'
import * as collections from './collections.ts'
import { collectionReaders } from './collection-readers.ts'
import * as listChanges from './list-changes.ts'
import { readDaySum } from './dates.ts'
import * as lists from './lists.ts'
import * as live from './live-data.ts'
import * as numbers from './numbers.ts'
import type { SlotReader } from './reader.ts'
import * as reminders from './reminders.ts'
import { readMoon, readSun } from './sky.ts'
import * as time from './time.ts'
import { readTranslation } from './translation.ts'

/** How the values of each intent are read. What is not here has none. */
export const slotReaders: Readonly<Record<string, SlotReader>> = {
  live_weather: live.readWeather,
  live_stock: live.readStock,
  currency_converter: live.readCurrency,
  news_ticker: live.readNews,
  dictionary: live.readWord,
  translator: readTranslation,
  wiki_summary: live.readTopic,
  recipe_viewer: live.readDish,
  live_sports: live.readScores,
  astronomy: live.readSky,
  moon: readMoon,
  sun: readSun,
  standings: live.readStandings,
  rss_reader: live.readFeed,
  live_timer: time.readTimer,
  alarm: time.readAlarm,
  countdown: time.readCountdown,
  live_clock: readClock,
  date: time.readDay,
  date_sum: readDaySum,
  'timer.change': time.readTimerChange,
  pomodoro: time.readPomodoro,
  metronome: time.readBeat,
  calculator: numbers.readArithmetic,
  unit_converter: numbers.readUnitConversion,
  dice_roller: numbers.readDice,
  coin_flip: numbers.readCoin,
  random_number: numbers.readRandomRange,
  random_choice: numbers.readChoices,
  password_generator: numbers.readPassword,
  color_picker: numbers.readColor,
  tip_calculator: numbers.readTip,
  bmi_calculator: numbers.readBody,
  breathing: numbers.readBreath,
  tic_tac_toe: numbers.readGame,
  poll: numbers.readPoll,
  quiz: numbers.readSubject,
  flashcards: numbers.readSubject,
  'list.add': lists.readListAdd,
  'list.remove': listChanges.readListRemove,
  'list.clear': lists.readClearedList,
  'list.complete': listChanges.readListComplete,
  'list.show': lists.readList,
  'list.create': lists.readNewList,
  'list.task': lists.readTask,
  'list.untick': listChanges.readListUntick,
  'list.finish': listChanges.readFinished,
  'list.drop': listChanges.readDropped,
  'list.relabel': listChanges.readRelabelled,
  'list.rename': listChanges.readRenamedList,
  'list.sweep': listChanges.readSwept,
  'reminder.add': reminders.readReminder,
  'reminder.show': reminders.readReminders,
  'reminder.remove': reminders.readRemovedReminder,
  'reminder.move': reminders.readMovedReminder,
  ...collectionReaders,
  calendar_view: readCalendarSpan,
  'calendar.add': calendar.readNewEvent,
  'calendar.remove': calendar.readEventToRemove,
  'calendar.move': calendar.readEventMove,
  'mail.read': connectors.readMailWish,
  'mail.send': connectors.readMailToSend,
  'mail.reply': connectors.readReply,
  'teamchat.read': connectors.readTeamMessage,
  'teamchat.send': connectors.readTeamMessage,
  'issue.list': connectors.readIssues,
  'issue.add': connectors.readNewIssue,
  'setting.city': live.readHomeCity,
  'setting.name': collections.readNewName,
  'setting.currency': collections.readBaseCurrency,
  'setting.units': collections.readUnitSystem,
}
