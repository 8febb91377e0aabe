import { rules, type Rule } from './rule.ts'

export const workflowRules: readonly Rule[] = [
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
    /\b(?:bath|car|a meeting|traffic|weather|news)\b/,
  ),
]
