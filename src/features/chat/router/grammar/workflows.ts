import { roughRepeat } from '../../../../platform/language/values/when-words.ts'
import { rules, sureRules, type Rule } from './rule.ts'

/** What runs by itself is called so; a name of one ends with it. */
const job =
  '(?:workflow|job|flow|backup|back-up|import|export|sync|report|cleanup|clean-up|archive job|digest|schedule)'
const named = String.raw`(?:the |my |our )(?:\S+ ){0,4}?${job}(?: of (?:my |the )?\S+)?`
const called = String.raw`(?:the |my )?(?:schedule|workflow) ["“][^"”]+["”]`
const when = '(?: (?:now|right now|again|once more|immediately|straight away|for now|today))*'
const media =
  /\b(?:music|song|video|podcast|book|playing|audiobook|radio|bus|train|flight|weather|news|bank|credit|status report|to (?:the|my) police|lost|stolen)\b/

const notWork =
  /\b(?:remind|reminders?|alarm|wake|timer|calendar|meetings?|appointments?|habit|(?:shopping|todo|my|the|grocery|packing) list|shopping|todo|note|instead|lights?|thermostat|music|coffee|how often|budget)\b/

/** Rough: whether times and work are what they seem is found when they are read. */
const creating: readonly RegExp[] = [
  new RegExp(String.raw`^(?:on |at \S+ |the |\d\S* )*(?:[a-z\d]+ )?${roughRepeat} .*\S`),
  new RegExp(
    String.raw`^(?:schedule (?:an? |the )?)?(?:back ?up|zip|compress|archive|copy|move|make a back ?up|create a back ?up) .+${roughRepeat}`,
  ),
  new RegExp(
    String.raw`^(?:list|clean|tidy|convert|export|send|email|post|download|run|write) .*(?:~?/\S+|\bfiles?\b|\bfolder\b|\bdownloads\b|@|#\w+).*${roughRepeat}`,
  ),
]

/** Before everything that would do the same once, now. */
export const scheduleMakingRules: readonly Rule[] = sureRules('schedule.add', creating, notWork)

export const workflowRules: readonly Rule[] = [
  ...sureRules('workflow.remove', [new RegExp(String.raw`^(?:yes,? )?(?:delete|remove) ${called}$`)]),
  ...sureRules(
    'workflow.remove',
    [new RegExp(String.raw`^(?:delete|remove|get rid of) ${named}$`)],
    /\b(?:report|export|import|digest)$|\b(?:phone|phone's|device|watch|from|in|on|file|folder|pdf|docx?|~|calendar|list|bus|train)\b/,
  ),
  ...sureRules('schedule.change', [
    new RegExp(
      String.raw`^(?:run|do|start|make|move|change|set|reschedule) (?:the |my )?.+${roughRepeat}.* (?:instead|from now on)$`,
    ),
    new RegExp(String.raw`^(?:change|reschedule|move|set) ${named}(?: times?)? to .*${roughRepeat}`),
  ]),
  ...sureRules(
    'schedule.pause',
    [
      new RegExp(
        String.raw`^(?:pause|disable|turn off|suspend|stop|resume|enable|turn on|unpause|reactivate) (?:(?:the |my )?(?:\S+ ){0,4}?schedule|(?:the |my )?schedule (?:for |of |called |named )?["“]?[^"“”]+["”]?)${when}$`,
      ),
    ],
    /\b(?:bus|train|flight|calendar|trash|then)\b/,
  ),
  ...sureRules('schedule.show', [
    /^(?:list|show|show me|what are|which are|my|all|see|view)(?: (?:all|me|my|the|of))* (?:schedules|scheduled (?:jobs|workflows|tasks)|recurring (?:jobs|workflows|tasks))(?: are there| do i have)?$/,
    /^(?:what|which) (?:schedules|jobs|workflows) (?:are (?:scheduled|there)|do i have|run (?:every day|daily|tonight|tomorrow|today))$/,
    /^when (?:does|will|is) (?:the|my) (?:\S+ ){0,3}?(?:workflow|job|backup|import|sync|cleanup|report) (?:run|scheduled|start|next run|run next)(?: again| next)?$/u,
  ]),
  ...sureRules('workflow.show', [
    /^(?:which|what|any|show|list|show me|are there any|did any|have any|were there any)(?: (?:my|the|of my))? (?:failed )?(?:jobs|workflows|runs|backups|schedules)(?: (?:have|has|that|which))? ?(?:failed|fail)?(?: today| yesterday| this week| last night)?$/,
    /^(?:failed (?:jobs|workflows|runs)|what failed|did anything fail)(?: today| yesterday| last night)?$/,
    /^(?:did|has|have) (?:the|my) (?:\S+ ){0,3}?(?:workflow|job|backup|import|export|sync|cleanup|report) (?:work|worked|run|ran|finish|finished|fail|failed|succeed|succeeded|complete|completed|go through)(?: ok| okay| today| yesterday| last night| this morning)?$/u,
    /^(?:how did|was) (?:the|my) (?:\S+ ){0,3}?(?:workflow|job|backup|import|export|sync) (?:go|successful|ok|okay|done)$/u,
  ]),
  ...sureRules(
    'workflow.pause',
    [
      new RegExp(
        String.raw`^(?:pause|halt|suspend|interrupt|disable|stop|cancel|turn off) (?:${called}|${named})${when}$`,
      ),
      /^(?:cancel|stop|pause) (?:the |this |that )?(?:workflow|job|run)$/,
    ],
    media,
  ),
  ...sureRules(
    'workflow.resume',
    [
      new RegExp(
        String.raw`^(?:resume|continue|unpause|enable|turn on|go on with) (?:${called}|${named})${when}$`,
      ),
    ],
    media,
  ),
  ...sureRules(
    'workflow.rerun',
    [
      new RegExp(
        String.raw`^(?:run|rerun|re-run|start|restart|execute|trigger|kick off|repeat|retry|do) (?:${called}|${named})${when}$`,
      ),
    ],
    media,
  ),
  ...rules('schedule.pause', [
    /^(?:pause|disable|turn off|suspend|resume|enable|turn on|stop)\b.*\bschedule\b/,
  ]),
  ...rules(
    'schedule.show',
    [
      /^what is scheduled(?: next| today| tonight| for tonight| tomorrow)?$/,
      /\b(?:my|all|the|show|list) (?:schedules|scheduled (?:jobs|workflows|tasks)|recurring (?:workflows|jobs|tasks))\b/,
      /^(?:schedules|scheduled workflows)$/,
      /\bwhen (?:does|will|is) the [a-z -]*(?:workflow|job|backup|import|sync|report|cleanup|summary) (?:run|scheduled|start)\b/,
      /\bwhat runs (?:tonight|tomorrow|today|every)\b/,
    ],
    /\b(?:bus|train|flight|calendar|trash)\b/,
  ),
  ...rules('workflow.show', [
    /^what (?:is|are)(?: currently)? running(?: right now| now)?$/,
    /\b(?:workflows|flows) (?:are|running|failed|paused)\b/,
    /^(?:show|list|my|open)(?: me)?(?: all)?(?: my| the| running)? (?:workflows|flows)$/,
    /\bstatus of (?:the|my) .+ (?:workflow|job|run|flow)\b/,
    /\bis the .+ (?:workflow|job|backup|import|sync) (?:still )?(?:running|done|finished)\b/,
    /\b(?:did|has) the .+ (?:workflow|job|backup|import|sync|run) (?:finish|finished|fail|failed|run|complete|completed|work)\b/,
    /^what workflows\b/,
    /^workflows$/,
  ]),
  ...rules(
    'workflow.pause',
    [
      /^(?:pause|interrupt|halt|stop|hold)\b.*\b(?:workflows?|job|flow|backup|import|sync|report|run)\b/,
      /^(?:pause|stop) what is running$/,
      /\bput the .+ (?:workflow|job|backup) on hold\b/,
    ],
    /\b(?:music|song|video|podcast|book|playing)\b/,
  ),
  ...rules(
    'workflow.resume',
    [/^(?:resume|continue|unpause|go on with)\b.*\b(?:workflows?|job|flow|backup|import|sync|report|run)\b/],
    /\b(?:music|song|video|podcast|book|playing|audiobook)\b/,
  ),
  ...rules(
    'workflow.rerun',
    [
      /^(?:rerun|re-run|run|repeat|restart|start|execute|retry)\b.*\b(?:workflows?|job|flow|backup|import|sync|report)\b/,
      /^run the .+ again$/,
    ],
    /\b(?:bath|car|a meeting|traffic|weather|news|every|daily)\b/,
  ),
]
