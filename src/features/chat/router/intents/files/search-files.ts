import { defineIntent } from '../../define-intent.ts'
import { areSeveral, isAllOfAKind, isElsewhere, isSought } from './papers.ts'
import { FileSearch, readFileSearch } from './read-search.ts'
import { filesThatMention, searchFiles } from './show-found.ts'

const find =
  '(find|locate|search [for]|look for|i am looking for|looking for|i can not find|where (is|are)|where did i (save|put|store|leave)) [me]'
const ask = '(find|show [me]|list|search for|look for|what is|what are|which|which are|what|see)'
const files =
  '(file|files|document|documents|download|downloads|video|videos|photo|photos|picture|pictures|pdf|pdfs)'
const changed = '(modified|changed|edited|created|downloaded|saved|updated|opened|used|worked on)'
const bigger = '(bigger|larger|over|above|heavier|greater|more|exceeding|at least) [than|then]'

export const intent = defineIntent({
  name: 'SEARCH_FILES',
  label: 'Find files',
  example: 'Find pdf files named invoice',
  family: 'files',
  slots: FileSearch,
  needs: ['query'],
  templates: [
    `${find} {sought}`,
    'where {sought} (is|are)',
    '(search|look in|look through) {within:folder} for {words}',
    '(what|which) (file|files) (is|are) (called|named) {words}',
    '(show|list) [me] [all] [of] my {mine}',
    '(search|look|grep) [inside|in|through|within] [all] [my|the] ([text] files|contents of [my|the] files) [(in|under) {where}] for {words}',
    '(find|search [for]|look for) [the] (text|word|words|phrase) {words} (in|inside|within) [all] [my|the] (files|folder) [{where}]',
    '(find|search [for]|look for) {words} (inside|within) [all] [my|the] files [{where}]',
    `[${ask}] [all] [the|my] files [that|which] (mention|contain|containing|mentioning|say|have the (word|words|text)|with the (word|words|text)) {words}`,
    'grep {words}',
    `[${ask}] [the|my] [{many:number}] (biggest|largest|heaviest) ${files} [{rest}]`,
    '(what|which) (file|document|download) is [the] (biggest|largest|heaviest) [(in|on) {where}]',
    'what is (taking|using|eating|hogging|filling) [up] [all|so much|most of|the most] [of] [the|my] [disk|hard drive|hard disk|drive|storage] (space|room|storage|disk|drive) [{rest}]',
    `[${ask}|are there|do i have] [any|all|me] [the|my] ${files} [(that|which) are|are] [(in|on) [my|the] {where:word}] ${bigger} {rest}`,
    `[${ask}] [the|my] [most] (recent|latest|newest|last|recently ${changed}) [{many:number}] (file|files|document|documents|download|downloads) [(in|on) {where}]`,
    `(files|documents) [that] [i|were|was|i have] ${changed} {period}`,
    'what (did|have) i [just] (download|downloaded) [{period}]',
    `${ask} [me] [all] [the|my] (files|documents|pdfs|photos) [that|which] [did i|have i|i|were|was] (${changed}|from|change|edit|modify|save|download|create) [on|in|since] {period}`,
  ],
  examples: [
    '(find|search for|look for|locate) [the|my|a|all] {file_kind} [files] (named|called|about|with) {topic}',
    '(find|where is|locate|search) [the file|my file] {file_name}',
    'where (did i save|is|did i put) my {topic} (file|document|spreadsheet|presentation)',
    '(show|list|find) [me] [all] [my|the] {file_kind} [on this computer|in my downloads folder|in {folder}]',
    'which files (mention|are about|contain) {topic}',
    'do i have a (file|document) (called|named|about) {topic}',
    'what {file_kind} do i have',
    'search for (pictures|photos|videos|documents) (from|of|about) {topic}',
    "(where is|where's|find) my (cv|tax return|lease|thesis|passport scan) [file|document]",
    '(find|list|show) [all] (pdfs|spreadsheets|photos|videos) (from|modified|created) (last week|yesterday|this year)',
  ],
  counterExamples: [
    'find my (phone|keys|car|headphones|glasses)',
    'where did i (leave|put) my (phone|keys|wallet)',
    'can you ring my phone',
    'i cannot find my {purchase}',
    "(where's|where is) my (phone|car|wallet|remote|cat|other sock)",
    '(help me|i need to) find my (keys|phone|glasses|soulmate|way)',
    'where did i park [my car]',
    '(find|call|hire|look for) (a|an) (plumber|babysitter|lawyer|{language} tutor|translator|electrician) [near me|for {weekday}]',
    'remember (where i parked|that i am allergic to nuts|my anniversary)',
  ],
  fill({ sought, mine, period }, said, when) {
    if (isElsewhere(said.lower)) return undefined
    if (typeof sought === 'string' && (!isSought(sought) || areSeveral(sought))) return undefined
    if (typeof mine === 'string' && !isAllOfAKind(mine)) return undefined
    const slots = readFileSearch(said, when)
    // "files from Anna" has no time in it.
    return period !== undefined && slots?.modified_after === undefined ? undefined : slots
  },
  read: (said, when) => (areSeveral(said.text) ? undefined : readFileSearch(said, when)),
  act: (understood, port) => {
    const { query, contains } = understood.slots
    // "Files that mention Contoso": whatever they are called.
    const hasOnlyWords = query === '*' && contains !== undefined
    return hasOnlyWords ? filesThatMention(understood, port, contains) : searchFiles(understood, port)
  },
})
