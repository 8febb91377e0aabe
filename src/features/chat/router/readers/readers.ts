import * as connectors from './connectors.ts'
import { readCalendarSpan } from './calendar-span.ts'
import * as calendar from './calendar.ts'
import * as collections from './collections.ts'
import { collectionReaders } from './collection-readers.ts'
import * as listChanges from './list-changes.ts'
import * as commands from './commands.ts'
import * as fileChanges from './file-changes.ts'
import * as fileContents from './file-contents.ts'
import { readFileSearch } from './file-search.ts'
import * as files from './files.ts'
import * as lists from './lists.ts'
import * as live from './live-data.ts'
import type { SlotReader } from './reader.ts'
import { readMoon, readSun } from './sky.ts'
import { readTranslation } from './translation.ts'
import * as workflows from './workflows.ts'

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
  SEARCH_FILES: readFileSearch,
  'file.open': files.readFileToOpen,
  LIST_FILES: files.readFolder,
  FILE_INFO: files.readFileFacts,
  SEARCH_DOCUMENTS: files.readDocumentQuestion,
  SEARCH_PDF: fileContents.readPdfSearch,
  WRITE_FILE: fileContents.readWriting,
  GENERATE_CHART_IMAGE: fileContents.readChart,
  'document.create': fileContents.readNewDocument,
  MOVE_FILE: fileChanges.readMove,
  COPY_FILE: fileChanges.readCopy,
  DELETE_FILE: fileChanges.readDelete,
  COMPRESS_FILES: fileChanges.readCompress,
  EXTRACT_ARCHIVE: fileChanges.readExtract,
  XLSX_TO_CSV: fileChanges.readConversionToCsv,
  CREATE_FOLDER: fileChanges.readNewFolder,
  OPEN_APP: commands.readApplication,
  RUN_TERMINAL: commands.readCommandLine,
  'workflow.show': workflows.readWorkflowName,
  'workflow.pause': workflows.readWorkflowName,
  'workflow.resume': workflows.readWorkflowName,
  'workflow.rerun': workflows.readWorkflowName,
  'workflow.remove': workflows.readWorkflowName,
  'schedule.show': workflows.readWorkflowName,
  'schedule.pause': workflows.readScheduleChange,
  'schedule.add': workflows.readNewSchedule,
  'schedule.change': workflows.readScheduleTimes,
  'setting.city': live.readHomeCity,
  'setting.name': collections.readNewName,
  'setting.currency': collections.readBaseCurrency,
  'setting.units': collections.readUnitSystem,
}
