import { names, rules, sureRules, type Rule } from './rule.ts'

const list = String.raw`\b(?:lists?|todos?|tasks)\b`
const notAList =
  /\bboards?$|\bboard (?:under|in|as)\b|\b(?:playlist|guest list|black ?list|email list|mailing list|reading list|ingredients?|contacts?|movies|songs?|wish ?list of|play list|calendar|bookmarks|budget|journal|diary|list of (?:the |some )?(?:best|top|most|worst|biggest|largest|famous|popular|good|great|\d+) \S+|list of (?:the |all |some |famous )*(?:countries|states|presidents|movies|restaurants|cities|people|animals|words|hotels|songs|ideas|reasons|ways))\b/

/** "did i put milk on my list" only wants to know. */
const asksAboutList = new RegExp(
  String.raw`^(?:did|does|do i|do we|have (?:i|we)|has|is|are|was|were|am i|will|what did|what have|what do|see|check|tell me|look)\b.*${list}`,
)
/** "what should i cross off my list next": whatever the verb is, it is a question. */
const asksWhatIsOnList =
  /^(?:what|which|how (?:many|long|much))\b.*\b(?:my|our) (?:[\p{L}'-]+ ){0,3}?(?:lists?|todos)\b/u

/** Words of things that are not bought and not done. */
const notBought =
  /^add (?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]+teen|[a-z]+ty)(?: (?:and|to|plus|with) |$)|\d(?:$| (?:and|&|plus|to|more|times)\b)|\b(?:shares?|stocks?|tickets?|flights?|house|home|car|crypto|bitcoin|coins?|online|amazon|insurance|subscription|domain|events?|meetings?|appointments?|alarms?|timers?|reminders?|notes?|contacts?|cards?|songs?|playlists?|music|users?|accounts?|columns?|rows?|files?|folders?|pages?|widgets?|fields?|numbers?|percent|vat|tax|tip|minutes?|hours?|seconds?|days?|weeks?|time|calendar|boards?|habits?|books?|bookmarks?|links?|friends?|people|person|comments?|tags?|labels?|photos?|pictures?|images?|lists?|tasks?|todos?|items?|things?|something|anything|everything|one|it|this|that|them|those|these|me|money|dollars?|euros?|pounds?|city|location|language|device|printer|account|payment|expense|entry|journal|poll|quiz|plugin|model|key|shortcut|schedule|workflow|step|ones|up|now|today|tomorrow|credit|debit|bank|travel|trip|hotel|uber|taxi|pizza from|\d{2,})\b/
const thing = String.raw`(?:some |more |an? |the |a few |[2-9] )?(?:${names})`
const things = String.raw`${thing}(?:,?(?: and| &)? ${thing}){0,5}`
const doneWords = '(?:completed?|done|finished|ticked(?: off)?|checked(?: off)?|crossed(?: off)?|bought)'

/** Shapes that are believed by themselves. */
const sureListRules: readonly Rule[] = [
  ...sureRules('list.sweep', [
    new RegExp(
      String.raw`^(?:clear|remove|delete|get rid of|clean up|sweep|erase|hide|archive|take off|clear out|wipe)(?: away| off)?(?: all)?(?: of)?(?: the| my| our)? ${doneWords}(?: (?:items?|tasks?|entries|things|ones|todos?|stuff))?(?: (?:from|on|off|in|of)\b.*)?$`,
    ),
  ]),
  ...sureRules(
    'list.rename',
    [/^(?:rename|change the name of) (?:my |the |our )?(?:[\p{L}\d'-]+ ){0,4}list (?:to|as|into) \S/u],
    /\b(?:playlist|reading list)\b/,
  ),
  ...sureRules('list.relabel', [/^(?:rename|change|correct) .+ (?:to|into) \S/]),
  ...sureRules('list.untick', [
    /^(?:untick|uncheck|unmark|un-tick|un-check) \S/,
    /^(?:mark|set) .+ (?:as |to )?(?:not (?:yet )?(?:done|complete|completed|finished|bought)|undone|open again|incomplete|unfinished)\b/,
  ]),
  ...sureRules('list.finish', [
    /^(?:i|we) (?:have |had |just |already |finally )*(?:finished|completed|done|did|bought|got|picked up|sorted|ticked off)(?: with)? \S/,
  ]),
  ...sureRules('list.complete', [
    /^(?:cross|tick|check|strike|scratch) off \S/,
    /^(?:cross|tick|strike) \S.* off$/,
    new RegExp(
      String.raw`^(?:cross|tick|check|strike|scratch|mark) .+ (?:off|done|complete|completed|finished|bought)\b.*${list}`,
    ),
  ]),
  ...sureRules('list.create', [
    /^(?:an? )?new list,? (?:called |named |titled |for |about )?(?!(?:please|of)\b)\S/,
    /^(?:create|make|start|begin|add|set up) (?:me )?(?:an? )?(?:new )?list (?:called|named|titled) \S/,
  ]),
  ...sureRules(
    'list.add',
    [
      /^(?:add|put|write) (?:(?:these|the following)(?: items| things)? )?(?:to|on|onto) (?:my |the |our )?(?:[\p{L}\d'-]+ ){0,4}?list:? \S/u,
      /^(?:my |the )?(?:shopping|grocery|groceries|todos?|to do|to dos|tasks?)(?: list)?: ?\S/,
      /^(?:my |the )?(?!(?:create|make|start|begin|new|an?|add|put|show|read|open|set|build|note|remind)\b)(?:[\p{L}\d'-]+ ){1,4}list: ?\S/u,
      /^(?:remember|do not forget) to (?:buy|pick up) \S/,
      /^(?:add|create|make|new)(?: an?)?(?: new)? (?:task|todo)(?: item)?(?: to| for| called|:)? (?!lists?\b)\S/,
    ],
    notAList,
  ),
  // Whatever the entry speaks of: the list is named at the end.
  ...sureRules(
    'list.add',
    [
      /^(?:add|put|place|include|append|stick|write|pop|throw|chuck|bung|shove|slap) \S.* (?:to|on|onto) (?:my|the|our) (?:[\p{L}\d'-]+ ){0,3}?(?:list|todos)(?: please| (?:due|by|for) .+)?$/u,
    ],
    /\b(?:play ?list|reading list|guest list|mailing list|email list|contacts? list|wait(?:ing)? ?list|black ?list|list of)\b|\bboards?$|^put in (?:an?|the|my) order\b/,
  ),
  ...sureRules(
    'list.add',
    [new RegExp(String.raw`^(?:add|buy(?! (?:an?|the|me)\b)) ${things}$`, 'u')],
    notBought,
  ),
  ...sureRules(
    'list.task',
    [
      /^(?:i|we) (?:(?:still|really|also) )?(?:need to|have to|must|should|ought to|have got to) \S.* (?:by|before) \S/,
    ],
    /^(?:i|we) (?:(?:still|really|also) )?(?:must|should|ought to|need to|have to) (?:not|have|never)\b|\b(?:transfer|withdraw|deposit|bank|account|credit|flight|hotel|reservation|reserve|fly|drive|travel|arrive|be (?:at|in|there|home|back)|get (?:to|there|home)|leave|wake|get up|know|find out|remind|alarm|timer|convert|translate)\b/,
  ),
  ...sureRules('list.remove', [
    /^(?:delete|remove|cancel|drop) (?:the |my )?(?:task|todo|todo item|list item) (?!lists?\b)\S/,
  ]),
  ...sureRules('list.drop', [/^(?:remove|delete|drop|scratch|scrap|take off) \S/], /\b(?:lists?|from)\b/),
  ...sureRules('list.drop', [/^take \S.* off$/]),
  ...sureRules(
    'list.show',
    [
      /^what do (?:i|we) (?:still |also )?(?:need|have) to (?:buy|get|pick up)(?: today| tomorrow| at the (?:store|shops?|supermarket))?$/,
      /^do (?:i|we) (?:still |already )?need to buy (?!(?:an?|the|my)\b)\S+(?: \S+)?$/,
      /^how many (?:open )?(?:tasks|todos) (?:do (?:i|we) (?:still )?have|are (?:there|left|open))(?: left| to do| open)?$/,
      /^what is (?:still )?(?:left|open|outstanding|remaining|there)(?: for me)? to (?:do|buy|get)(?: today)?$/,
      /^(?:have (?:we|i)|do (?:we|i)(?: already)?) (?:got|have|put|added)\b.* (?:on|in) (?:my |the |our )?(?:[\p{L}\d'-]+ ){0,3}?list\b/u,
      /^(?:show|open|display|view|read|see)(?: me| out)? (?:my |the |our )(?:[\p{L}\d'-]+ ){1,5}list$/u,
    ],
    /\b(?:play ?list|guest list|wait(?:ing)? ?list|mailing list|reading list|wish ?list|black ?list|price list|contact list|movies|songs?|email|credit)\b|\b(?:if (?:it is |they are )?not|otherwise|please (?:add|put)|(?:add|put) (?:it|them))\b/,
  ),
]

export const listRules: readonly Rule[] = [
  ...sureListRules,
  ...rules(
    'list.show',
    [asksWhatIsOnList],
    /\b(?:play ?list|guest list|wait(?:ing)? ?list|mailing list|reading list|contacts?|songs?|movies|reminders?|calendar|add|put|remove|delete|create|make)\b/,
  ),
  ...rules(
    'list.show',
    [asksAboutList],
    /\b(?:if (?:it is |they are )?not|else|otherwise|add|please (?:add|put))\b(?<!did i add|i add|to add|have i added)|\b(?:playlist|guest list|reading list|ingredients?|contacts?|songs?|movies|remove|delete|clear|erase|order|email|calendar|reminders?|transactions?|create|make|off)\b/,
  ),
  ...rules(
    'list.complete',
    [
      new RegExp(
        String.raw`\b(?:mark|tick|check|cross|set)\b.*\b(?:off|done|complete|completed|finished)\b(?=.*${list})`,
      ),
      /^(?:mark|tick|check off|cross off|tick off)\b.*\b(?:done|off|complete|completed|finished)\b/,
      /\b(?:check|tick|cross) (?:it|them|that) off\b/,
    ],
    notAList,
  ),
  ...rules(
    'list.clear',
    [
      new RegExp(
        String.raw`^(?:just )?(?:clear|empty|wipe|erase|reset|blank|clean|delete|trash|scrap|destroy)(?: out| off| up)?(?: all(?: of)?)?(?: my| the| our| this| that| everything (?:on|from|in))*(?: entire| whole| complete| current| old)? ?(?:[\p{L}'-]+ ){0,3}?lists?$`,
        'u',
      ),
      new RegExp(
        String.raw`\b(?:remove|delete|clear|erase|take|wipe|get rid of) (?:everything(?! (?:but|except)\b)|all(?: of)?(?: the)?(?: items| things| tasks| entries)?|every item)\b.*${list}`,
      ),
      /^(?:start|begin|redo) (?:my|the|our) (?:[\p{L}'-]+ ){0,3}?list (?:over|again|from scratch|afresh)\b/u,
      /^(?:remove|delete|get rid of|throw away|cancel)(?: the| my| this| that| a| our)* (?:[a-z'-]+ ){0,2}?list$/,
    ],
    notAList,
  ),
  ...rules(
    'list.remove',
    [
      new RegExp(
        String.raw`\b(?:remove|delete|take|erase|strike|drop|scratch|cross|cut|get|clear|cancel|scrap|eliminate)\b .+ (?:from|off|off of|out of)\b.*${list}`,
      ),
      new RegExp(String.raw`\bget rid of .+ (?:on|from|off)\b.*${list}`),
      new RegExp(String.raw`\b(?:do not|no longer|not) (?:need|want)\b.*\b(?:on|from)\b.*${list}`),
    ],
    notAList,
  ),
  ...rules(
    'list.add',
    [
      new RegExp(
        String.raw`\b(?:add|put|place|include|append|stick|write|throw|insert|jot|toss|pop)\b .+ (?:to|on|onto|in|into|for)\b.*${list}`,
      ),
      new RegExp(String.raw`${list},? (?:add|put|include)\b`),
      /^(?:my|the|our) (?:[\p{L}'-]+ ){0,3}?list (?:should|must|needs to|has to) (?:have|include|contain)\b/u,
      /^(?:add|create|make|new)(?: an?)?(?: new)? (?:task|todo)(?: item)?(?: to| for| called|:)? (?!lists?\b)\S+/,
      /^(?:task|todo): ?\S/,
      /^(?:add|put|include) .+ (?:to|in|with|on) (?:my |the )?(?:groceries|shopping)$/,
      /^(?:i|we) (?:need to|have to|should|must) (?:buy|pick up) (?!(?:a )?(?:house|car|stock)\b)/,
      /^(?:i|we) (?:(?:are|am) (?:(?:nearly|almost|all|completely) )?(?:out of|low on)|(?:are|am) running (?:out of|low on)|ran out of|need more)\b/,
      new RegExp(String.raw`\b(?:if (?:it is |they are )?not|is not|are not)\b.*\b(?:add|put)\b`),
    ],
    new RegExp(
      String.raw`^(?:did|has|have|was|were)\b|${notAList.source}|\b(?:order|ordered|checks?|checkbooks?|delivered|gas)\b`,
    ),
  ),
  ...rules(
    'list.create',
    [
      /^(?:create|make|start|begin|set up|build|generate)(?: me| up)?(?: an?| my| another)?(?: brand)?(?: new)? (?:[\p{L}'-]+ ){0,2}?list\b/u,
      /^(?:a )?new (?:[\p{L}'-]+ ){0,2}?list\b/u,
    ],
    notAList,
  ),
  ...rules(
    'list.show',
    [
      new RegExp(
        String.raw`^(?:what|show|read|open|display|pull up|give|list|tell|see|check|is|are|do|did|does|how many|view|hear|look at|bring up|say|which)\b.*(?:\bmy|\bthe|\bour|\bof|\bmy [\p{L} ]+) ?(?:[\p{L}'-]+ ){0,3}?lists?\b`,
        'u',
      ),
      /^(?:my |the )?(?:shopping|grocery|todo|task|packing|chores?) list(?: please| today)?$/,
      /^what (?:do|did|should|am) i (?:have|need|supposed)? ?to (?:do|buy|get)(?: today| at the store| from the store| tomorrow)?$/,
      /^what are my (?:todos|tasks|chores)\b/,
      /^(?:my )?(?:todos|tasks|chores)(?: for today| today| list)?$/,
      /^do i (?:still )?have (?:anything|something|things|tasks|chores|stuff)(?: left| else)? to (?:do|buy|get)\b/,
      /^what do i (?:still |also )(?:have|need) to (?:do|buy|get|pick up)\b/,
      /^.+ (?:is|are) (?:already |still |listed )*(?:on|in) (?:my|the) (?:[a-z'-]+ ){0,4}?lists?\b/,
      /^what i (?:have|need) to (?:do|buy|get)(?: today| tomorrow)?$/,
      /^my [\p{L} ]{2,20} list (?:contains|has|includes|consists)/u,
    ],
    /\b(?:playlist|guest list|email|mailing|reading list|ingredients?|contacts?|named|transactions?|credit|movies|songs?|add|remove|delete|order|put (?!on\b)|clear|erase|take|reminder|reminders|calendar|restaurants?|wikipedia|bookmarks|create|make|if not|send|email|text)\b/,
  ),
]
