import { rules, type Rule } from './rule.ts'

export const fileRules: readonly Rule[] = [
  ...rules('LIST_FILES', [
    /^(?:list|show)(?: me)?(?: all)?(?: the)? files (?:in|under|of)\b/,
    /^(?:ls|dir) \S+/,
    /^what (?:is|files are) in (?:my |the )?(?:downloads?|documents|desktop|home|pictures|~\/\S*)(?: folder)?$/,
    /\bcontents of (?:my |the )?(?:downloads?|documents|desktop|home|pictures|~\/\S*)(?: folder)?$/,
  ]),
  ...rules(
    'file.open',
    [
      /^(?:open|read|show|display|view|summarize|print|cat)\b(?: me)?(?: the)?(?: contents of)?(?: the)?(?: file| document| pdf| spreadsheet| presentation)? ?["']?(?:~?\/\S+|[^\s"']+\.[a-z0-9]{2,5}["']?)$/,
      /^what (?:is in|does) (?:the (?:file|document|pdf|spreadsheet) )?(?:~?\/\S+|\S+\.(?:pdf|docx?|xlsx?|pptx?|txt|md|csv))(?: say)?$/,
    ],
    /https?:/,
  ),
  ...rules('SEARCH_DOCUMENTS', [
    /\b(?:in|search|from) my documents\b(?! folder)/,
    /\b(?:my|the) documents? say\b/,
    /\bdocuments i uploaded\b/,
  ]),
  ...rules(
    'SEARCH_FILES',
    [
      /^(?:find|search|locate|look)(?: for)?\b.*\b(?:files?|documents?|pdfs?|photos|spreadsheets?|presentations?|folder)\b/,
      /^(?:search|find|locate|where is)(?: my| the)?(?: file)? \S+\.(?:pdf|docx?|xlsx?|pptx?|txt|md|csv|jpe?g|png|zip|mp3|mp4)$/,
      /^where (?:did i (?:save|put)|is) (?:my|the) .+ (?:file|document|spreadsheet|presentation)$/,
      /^which files\b/,
      /^do i have a (?:file|document) (?:called|named|about)\b/,
    ],
    /\b(?:near me|online|on the internet|google|recipe|restaurant|wikipedia|uploaded)\b/,
  ),
]
