import { months } from '../../../../../platform/language/values/calendar.ts'
import { fileKindWords } from '../../../../../platform/language/values/file-kinds.ts'
import { fileEndings, usualFolderWords } from '../../../../../platform/language/values/file-places.ts'

/** What people keep as files, by the words that they look for it with. */
const words =
  'invoices?|reports?|contracts?|receipts?|statements?|resume|cv|cover letter|letters?|payslips?|pay ?stubs?|certificates?|screenshots?|scans?|proposals?|agreements?|budget|spreadsheets?|presentations?|slides|slide deck|thesis|essay|manuals?|lease|tax returns?|minutes|drafts?|pdfs?|documents?|ebooks?|brochure|blueprints?|diagrams?|worksheets?|datasets?|backups?|config(?:uration)?|logs?'

/** One of them with a few words before it: "annual report". */
export const papers = new RegExp(
  String.raw`^(?!(?:file|folder|directory) )(?:[\p{L}\d'-]+ ){0,3}(?:${words})$`,
  'iu',
)

const article = '(?:(?:my|the|an?|all|any|that|of|me) )*'
const time = String.raw`(?: (?:from|of|in|since) (?:(?:${months.join('|')})(?: \d{4})?|today|yesterday|(?:this|last) (?:week|month|year)))?`
const folder = String.raw`(?: (?:in|on|from|under|inside) (?:my |the )?(?:(?:${usualFolderWords})(?: folder)?|~?/\S*|~))?`
const kind = `(?!movies|songs)(?:${fileKindWords})`

/** What is searched for something stands before it: "my messages for the invoice". */
const before = String.raw`(?:(?!(?:for|in|on|at|from|about|with|to)\b)[\p{L}\d'-]+ ){0,3}?`
const onDisk = [
  String.raw`${before}(?:${words})(?: \d{1,4})?${time}${folder}`,
  String.raw`[\p{L}\d_.-]*\*\S*${folder}`,
  String.raw`[^/]*\.(?:${fileEndings})${folder}`,
  `${kind}${time}${folder}`,
  String.raw`\.\w{1,5} files?${folder}`,
  String.raw`(?:files?|folders?|${kind}) (?:called|named|titled|about|matching|with the name|ending (?:in|with)) \S.*`,
].map((shape) => new RegExp(`^${article}(?:${shape})$`, 'iu'))

/** All of a kind, which widgets do not show: "my pdfs from last week". */
const allOfAKind = new RegExp(`^(?:(?!documents|music)${kind})${time}${folder}$`, 'iu')

const notOnDisk =
  /\b(?:near me|online|on the internet|google|recipe|restaurants?|wikipedia|uploaded|credit|weather|traffic|news|police|lost|stolen|account|balance|app store|to buy|for sale|cheap|contacts|notes?|calendar|mail|email|inbox|website|repo|repository|issues?)\b/i

export function isElsewhere(text: string): boolean {
  return notOnDisk.test(text)
}

/** Whether what is looked for is surely a file. */
export function isSought(words: string): boolean {
  return onDisk.some((shape) => shape.test(words))
}

export function isAllOfAKind(words: string): boolean {
  return allOfAKind.test(words)
}

/** "pdfs and spreadsheets in downloads" are looked for each by themselves. */
export function areSeveral(words: string): boolean {
  const [last = '', ...others] = words.split(/,? and |,? or |, /i).toReversed()
  return others.length > 0 && isSought(last) && others.every((one) => isSought(one.replace(sought, '')))
}

const sought = /^(?:find|locate|search(?: for)?|look for|where (?:is|are)|show(?: me)?|list) /i
