import { rules, type Rule } from './rule.ts'

const list = String.raw`\b(?:lists?|todos?|tasks)\b`
const notAList =
  /\b(?:playlist|guest list|black ?list|email list|mailing list|reading list|ingredients?|contacts?|movies|songs?|wish ?list of|play list|calendar|bookmarks|budget|journal|diary|list of (?:the |all |some |famous )*(?:countries|states|presidents|movies|restaurants|cities|people|animals|words|hotels|songs|ideas|reasons|ways))\b/

/** "did i put milk on my list" only wants to know. */
const asksAboutList = new RegExp(
  String.raw`^(?:did|does|do i|do we|have (?:i|we)|has|is|are|was|were|am i|will|what did|what have|what do|see|check|tell me|look)\b.*${list}`,
)
/** "what should i cross off my list next": whatever the verb is, it is a question. */
const asksWhatIsOnList =
  /^(?:what|which|how (?:many|long|much))\b.*\b(?:my|our) (?:[\p{L}'-]+ ){0,3}?(?:lists?|todos)\b/u

export const listRules: readonly Rule[] = [
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
    'reminder.show',
    [
      /\b(?:what|which|show|read|list|tell|check|any|see|hear|are|is|do i have|do|speak|give me)\b.*\breminders?\b(?! (?:to|for|at|about|that) (?:me )?\w+.*\b(?:set|make|create|add)\b)/,
      /\bmy reminders\b/,
    ],
    /^(?:set|make|create|add|put|give me a|i need a|schedule|remind|cancel|delete|remove|turn|update|change)\b|\b(?:set|make|create|add|give me|need|put) (?:me )?(?:an? |another |up )/,
  ),
  ...rules('reminder.show', [
    /^(?:did|have) (?:i|you|we) (?:set|make|made|create|put|add)\b.*\breminders?\b/,
  ]),
  ...rules(
    'reminder.add',
    [
      /\bremind me\b/,
      /^(?:set|create|make|add|schedule|give|i need|need|put|send)\b.*\breminder\b/,
      /^(?:do not let me|make sure i do not) forget\b/,
      /^reminder\b(?!s)/,
      /\b(?:need|want|have) to be reminded\b/,
    ],
    /\b(?:list of reminders|reminders? (?:do|did|have))\b|\blist\b|\bremind me (?:how|what|who|where|of the (?:invoice|total|amount)|the)\b|^what\b/,
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
      /^(?:add|create|make|new)(?: an?)?(?: new)? (?:task|todo)(?: item)?(?: to| for| called|:)? \S+/,
      /^(?:task|todo): ?\S/,
      /^(?:add|put|include) .+ (?:to|in|with|on) (?:my |the )?(?:groceries|shopping)$/,
      /^(?:i|we) (?:need to|have to|should|must) (?:buy|pick up) (?!(?:a )?(?:house|car|stock)\b)/,
      /^(?:i|we) (?:are out of|ran out of|need more)\b/,
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
