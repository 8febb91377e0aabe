import { fileKindWords } from '../../../../platform/language/values/file-kinds.ts'
import { fileEndings, usualFolderWords } from '../../../../platform/language/values/file-places.ts'
import { months } from '../../../../platform/language/values/calendar.ts'
import { rules, sureRules, type Rule } from './rule.ts'

const place = String.raw`(?:["']|~|/|\S+\.(?:${fileEndings})\b|(?:file|folder|directory)\b|(?:${usualFolderWords})\b)`
/** What people keep as files, by the words that they look for it with. */
const paper =
  '(?:invoices?|reports?|contracts?|receipts?|bank statements?|statements?|resume|cv|cover letter|letters?|payslips?|pay ?stubs?|certificates?|screenshots?|scans?|proposals?|agreements?|budget|spreadsheets?|presentations?|slides|slide deck|thesis|essay|manuals?|lease|tax returns?|meeting minutes|minutes|drafts?|pdfs?|documents?|ebooks?|brochure|blueprints?|diagrams?|worksheets?|datasets?|backups?|config(?:uration)?|logs?)'
const notOnDisk =
  /\b(?:near me|online|on the internet|google|recipe|restaurants?|wikipedia|uploaded|credit|weather|traffic|news|police|lost|stolen|account|balance|app store|to buy|for sale|cheap|contacts|notes?|calendar|mail|email|inbox|website|repo|repository|issues?)\b/
const time = String.raw`(?: (?:from|of|in|since) (?:(?:${months.join('|')})(?: \d{4})?|today|yesterday|(?:this|last) (?:week|month|year)))?`
const folder = String.raw`(?: (?:in|on|from|under|inside) (?:my |the )?(?:(?:${usualFolderWords})(?: folder)?|~?/\S*|~))?`
const finding =
  '(?:find|locate|search(?: for)?|look(?:ing)? for|where (?:is|are)|where did i (?:save|put|store|leave))(?: me)?'

const changes: readonly Rule[] = [
  ...sureRules('CREATE_FOLDER', [
    /^(?:make|create|add|new)(?: me)?(?: an?)?(?: new)? (?:folder|directory)\b(?: \S)/,
    /^mkdir \S/,
    /^(?:make|create|new)(?: me)?(?: an?)?(?: new)? (?:folder|directory)$/,
  ]),
  ...sureRules('document.create', [
    /^(?:create|make|start|write|new)(?: me)?(?: an?)?(?: new| blank| empty)*(?: ms| microsoft)? (?:word|excel|powerpoint|docx|xlsx|pptx|spreadsheet|presentation|slide ?deck|slideshow|workbook)\b/,
    /^(?:create|make|start|new)(?: me)?(?: an?)?(?: new)? document (?:called|named|titled|entitled) \S/,
  ]),
  ...sureRules('GENERATE_CHART_IMAGE', [
    /\b(?:bar|line|pie|scatter) (?:chart|graph|plot)\b.*\.(?:csv|tsv|xlsx?|ods)\b/,
  ]),
  ...sureRules('SEARCH_PDF', [
    /^(?:search|look|scan|find|locate|does|where does|what does|which pages?|what pages?)\b.*\.pdf\b/,
  ]),
  ...sureRules('DELETE_FILE', [
    new RegExp(String.raw`^(?:delete|remove|erase|trash|bin|discard|get rid of|throw away) .*${place}`),
    new RegExp(
      String.raw`^(?:move|put|throw|send) .*${place}.* (?:to|into|in) (?:the |my )?(?:trash|bin|recycle bin|wastebasket)`,
    ),
  ]),
  ...sureRules('XLSX_TO_CSV', [
    /^(?:convert|export|save|turn|change) .*\.(?:xlsx?|xlsm|ods)\b.* (?:to|into|as) .*csv\b/,
  ]),
  ...sureRules('COMPRESS_FILES', [
    new RegExp(String.raw`^(?:zip|compress|archive|pack|tar)(?: up)? .*${place}`),
    new RegExp(
      String.raw`^(?:make|create) an? (?:zip|zip file|archive|tar\.gz|tarball) (?:of|from|with|out of) .*${place}`,
    ),
  ]),
  ...sureRules('EXTRACT_ARCHIVE', [
    /^(?:unzip|extract|unpack|decompress|untar|uncompress) .*\.(?:zip|tar|tgz|gz|jar)\b/,
  ]),
  ...sureRules('MOVE_FILE', [
    new RegExp(String.raw`^(?:move|rename|relocate|put) .*${place}.* (?:to|into|as|in|on|onto) \S`),
  ]),
  ...sureRules('MOVE_FILE', [
    new RegExp(String.raw`^(?:move|rename) (?:(?!\b(?:to|into)\b).)*${place}(?:(?! (?:to|into) ).)*$`),
  ]),
  ...sureRules('WRITE_FILE', [/^(?:create|make|new)(?: me)?(?: an?)?(?: new| empty)*(?: text)? file$/]),
  ...sureRules('COPY_FILE', [
    new RegExp(String.raw`^(?:copy|duplicate|back up|(?:make|create) a (?:copy|duplicate) of) .*${place}`),
  ]),
  ...sureRules(
    'WRITE_FILE',
    [
      new RegExp(
        String.raw`^(?:write|save|put|store|append|add)\b.* (?:to|into|in|as) .*(?:~|/|\.(?:${fileEndings})\b)`,
      ),
      new RegExp(String.raw`^(?:create|make|touch|new)\b.*(?:~|/|\.(?:${fileEndings})\b)`),
      new RegExp(String.raw`^(?:write|start)\b.* file .*(?:~|/|\.(?:${fileEndings})\b)`),
    ],
    /https?:/,
  ),
]

const listing: readonly Rule[] = [
  ...sureRules('FILE_INFO', [
    new RegExp(
      String.raw`^how many (?:files|things|items|documents) (?:are|do i have|are there|have i got)(?: there)? (?:in|on|inside) .*${place}`,
    ),
    new RegExp(String.raw`^(?:how (?:big|large|heavy)|what size) (?:is|are) .*${place}`),
    new RegExp(
      String.raw`^(?:what is |tell me |show me |get )?(?:the )?(?:file |folder |total )?size of .*${place}`,
    ),
    new RegExp(
      String.raw`^how much (?:disk )?(?:space|room) (?:does|do|is) .*${place}.*(?:take|use|occup|taking|using)`,
    ),
    new RegExp(String.raw`^when (?:was|did i) .*${place}.*(?:change|modif|edit|update|save|create|download)`),
    new RegExp(String.raw`^(?:file )?info(?:rmation)? (?:about|for|on|of) .*${place}`),
  ]),
  ...sureRules(
    'LIST_FILES',
    [
      /^(?:ls|dir)(?: -\w+)*(?: (?:~|\/)\S*)?$/,
      /^(?:list|show)(?: me)?(?: all)?(?: the| my)? files$/,
      /^(?:show me|tell me|see|show) what (?:is|files are) (?:in|on|inside) (?:my |the )?(?:downloads?|desktop|documents|pictures)(?: folder| directory)?$/,
      /^(?:list|show|display|browse)(?: me)?(?: all)?(?: the| my)?(?: folder| directory| files (?:in|on|under|of)| contents? of)? (?:~|\/)\S*$(?<!\.[a-z0-9]{1,5})/,
      /^(?:open|show|list|browse|display|go to)(?: me)?(?: up)? (?:the |my )?(?:downloads|desktop)(?: folder| directory)?$/,
      /^(?:open|browse|go to) (?:the |my )?documents$/,
      new RegExp(
        String.raw`^(?:open|show|list|browse|display|go to)(?: me)?(?: up)? (?:the |my )?(?:${usualFolderWords}) (?:folder|directory)$`,
      ),
      new RegExp(
        String.raw`^(?:list|show)(?: me)?(?: all)?(?: the| my)? files (?:in|on|under|of) (?:the |my )?(?:${usualFolderWords})(?: folder| directory)?$`,
      ),
      /^(?:what|which)(?: is| files are| are| do i have)(?: there)? (?:in|on|inside) (?:my |the )?(?:downloads?|desktop|documents|pictures)(?: folder| directory)?$/,
      /^(?:what (?:is|files are) (?:in|inside)|open|show(?: me)?|list|browse)(?: the contents of)? (?:the |my )?[\p{L}\d][\p{L}\d _.-]{0,50} (?:folder|directory)$/u,
      /^(?:open|show(?: me)?|list|browse) (?:the |my )?(?:folder|directory) [\p{L}\d][\p{L}\d _.-]{0,50}$/u,
    ],
    /\b(?:spam|inbox|mail|email|e-mail|junk|sent|drafts|trash|phone|bookmarks?|in a folder)\b/,
  ),
  ...rules('LIST_FILES', [
    /^(?:list|show)(?: me)?(?: all)?(?: the)? files (?:in|under|of)\b/,
    /^(?:ls|dir) \S+/,
    /\bcontents of (?:my |the )?(?:downloads?|documents|desktop|home|pictures|~\/\S*)(?: folder)?$(?<!\.[a-z0-9]{1,5})/,
  ]),
]

const opening: readonly Rule[] = [
  ...sureRules(
    'file.open',
    [
      new RegExp(
        String.raw`^(?:open|read|display|view|summari[sz]e|print|cat|show)(?: me)?(?: the| my)? .*\.(?:${fileEndings})["']?$`,
      ),
      /^(?:open|read|display|view|cat|show)(?: me)?(?: the)?(?: contents of)?(?: the)?(?: file| document| folder)? ["']?(?:~|\/)[^"']*["']?$/,
      new RegExp(String.raw`^(?:open|read) (?:the|my) (?:[\p{L}\d'-]+ ){0,3}${paper}$`, 'u'),
      /^open (?:the |my )?file [\p{L}\d]\S*$/u,
    ],
    /https?:|\b(?:weather|traffic|credit|news|www)\b/,
  ),
  ...rules(
    'file.open',
    [
      /^what (?:is in|does) (?:the (?:file|document|pdf|spreadsheet) )?(?:~?\/\S+|\S+\.(?:pdf|docx?|xlsx?|pptx?|txt|md|csv))(?: say)?$/,
    ],
    /https?:/,
  ),
]

const inside: readonly RegExp[] = [
  /^(?:search|look|grep)(?: inside| in| through| within)? (?:all )?(?:my |the |all )*(?:files|text files|contents? of (?:my |the )?files)(?: (?:in|under) .+?)? for \S/,
  /^(?:find|search(?: for)?|look for) (?:the )?(?:text|words?|phrase) .+ (?:in|inside|within) (?:my |the |all )*(?:files|folder)\b/,
  /^(?:find|search(?: for)?|look for) .+ (?:inside|within) (?:my |the |all )*files\b/,
  /^(?:find|show(?: me)?|list|which|what|search for|look for)(?: all)?(?: the| my)? files (?:that |which )?(?:mention|contain|containing|mentioning|say|have the (?:words?|text)|with the (?:words?|text))\b/,
  /^grep \S/,
]

const searching: readonly Rule[] = [
  ...sureRules('SEARCH_FILES', inside),
  ...rules('SEARCH_DOCUMENTS', [
    /\b(?:in|search|from) my documents\b(?! folder)/,
    /\b(?:my|the) documents? say\b/,
    /\bdocuments i uploaded\b/,
  ]),
  ...sureRules(
    'SEARCH_FILES',
    [
      new RegExp(
        String.raw`^${finding} (?:(?:my|the|an?|all|any|that|of) )*(?:[\p{L}\d'-]+ ){0,3}?${paper}${time}${folder}$`,
        'u',
      ),
      new RegExp(String.raw`^${finding} (?:(?:my|the|all|any|a) )*[\p{L}\d_.-]*\*\S*${folder}$`, 'u'),
      new RegExp(String.raw`^${finding} (?:(?:my|the|all|any|a) )*[^/]*\.(?:${fileEndings})${folder}$`),
      new RegExp(
        String.raw`^${finding} (?:(?:my|all|any|the|of) )*(?:(?!movies|songs)(?:${fileKindWords}))${time}${folder}$`,
      ),
      new RegExp(
        String.raw`^(?:show|list)(?: me)? (?:all )?(?:of )?my (?:(?!documents|music|songs|movies)(?:${fileKindWords}))${time}${folder}$`,
      ),
      new RegExp(
        String.raw`^${finding} (?:(?:the|my|an?|all|any) )*(?:files?|folders?) (?:called|named|with the name) \S`,
      ),
      /^(?:what (?:is|are) |show(?: me)? |find |list |which (?:are )?)?(?:the |my )*(?:\d+ )?(?:biggest|largest|heaviest) (?:files?|downloads?|documents?|videos?|photos?|pdfs?)\b/,
      /^what is (?:taking|using|eating|hogging|filling)(?: up)? (?:all |so much |most of |the most |up )*(?:of )?(?:the |my )?(?:disk |hard drive |hard disk |drive |storage )*(?:space|room|storage|disk|drive)\b/,
      /^(?:(?:find|show(?: me)?|list|search for|look for|which|what|are there|do i have)(?: any| all| me)*(?: the| my)? )?(?:files?|documents?|videos?|photos?|pdfs?|pictures?|downloads?)(?: (?:that|which) are| are)?(?: (?:in|on) (?:my |the )?\w+)? (?:bigger|larger|over|above|heavier|greater|more|exceeding|at least)(?: than| then)? \d/,
      /^(?:show(?: me)? |list |find |what are |see )?(?:the |my )*(?:most )?(?:recent|latest|newest|recently (?:changed|modified|edited|downloaded|used|opened|saved)|last) (?:\d+ )?(?:files?|downloads?|documents?)(?: (?:in|on) .{1,40})?$/,
      /^(?:what|which) (?:file|document|download) is (?:the )?(?:biggest|largest|heaviest)(?: (?:in|on) .{1,40})?$/,
      /^(?:files|documents) (?:that )?(?:i |were |was )*(?:have )?(?:modified|changed|edited|created|downloaded|saved|updated) (?:today|yesterday|this (?:week|month)|last (?:week|month)|in the (?:last|past) \d+ (?:days?|weeks?|months?))$/,
      /^what (?:did|have) i (?:just )?download(?:ed)?(?: (?:today|yesterday|this (?:week|month)|last (?:week|month)|in the last \d+ days?))?$/,
      /^(?:what|which|show(?: me)?|find|list|search for)(?: me)?(?: all)?(?: the| my)? (?:files|documents|pdfs|photos)(?: (?:that|which))? (?:did i |have i |i |were |was )*(?:modified|changed|edited|created|downloaded|saved|updated|worked on|from|change|edit|modify|save|download|create)(?: (?:on|in|since))? (?:today|yesterday|this|last|in the|since|the last|the past)\b/,
    ],
    notOnDisk,
  ),
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

/** What changes stands first: its shapes name a path, and nothing else may take the sentence for something to look at. */
export const fileRules: readonly Rule[] = [...changes, ...listing, ...opening, ...searching]
