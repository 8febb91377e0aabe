import { readCalendarSpan } from './calendar-span.ts'
import * as calendar from './calendar.ts'
import * as listChanges from './list-changes.ts'
import * as commands from './commands.ts'
import * as fileChanges from './file-changes.ts'
import * as fileContents from './file-contents.ts'
import { readFileSearch } from './file-search.ts'
import * as files from './files.ts'
import * as lists from './lists.ts'
import type { SlotReader } from './reader.ts'

/** How the values of each intent are read. What is not here has none. */
export const slotReaders: Readonly<Record<string, SlotReader>> = {
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
  calendar_view: readCalendarSpan,
  'calendar.add': calendar.readNewEvent,
  'calendar.remove': calendar.readEventToRemove,
  'calendar.move': calendar.readEventMove,
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
}
