import { sureRules, type Rule } from './rule.ts'

const mails = '(?:e-?mails?|mails?|inbox|mailbox)'
const repo = '(?:repo(?:sitory|s)?|github|gitlab|gitea|project)'

/** Mail, team chat and repositories: narrow shapes only, for what they send cannot be taken back. */
export const connectorRules: readonly Rule[] = [
  ...sureRules('mail.reply', [
    new RegExp(String.raw`^(?:reply|respond|answer|write back)(?: to)? .*\b(?:e-?mail|mail)\b`),
  ]),
  ...sureRules(
    'mail.send',
    [
      /^(?:send|write|compose|draft)(?: an?| another| the)?(?: new| quick| short)? (?:e-?mail|mail)\b/,
      /^(?:send|write) \S+ an? (?:e-?mail|mail)\b/,
      /^(?:e-?mail|mail) (?:[\w.+-]+@[\w-]+\.\S+|\S+ (?:that|about|saying)\b)/,
    ],
    /\b(?:how|address book|then)\b/,
  ),
  ...sureRules(
    'mail.read',
    [
      new RegExp(
        String.raw`^(?:read|check|show|open|get|see|list|go through)(?: me)?(?: all)?(?: of)?(?: my| the)?(?: last| latest| newest| recent| new| unread| most recent| top| first)?(?: \d{1,2})? ${mails}(?: from .+| about .+)?$`,
      ),
      new RegExp(
        String.raw`^(?:do (?:i|we) have|have (?:i|we) got|are there|is there|did (?:i|we) (?:get|receive)|have (?:i|we) received|any)(?: any| some| an?)?(?: new| unread)? ${mails}(?: from .+| about .+| today| in my inbox)?$`,
      ),
      new RegExp(
        String.raw`^(?:what is|what's) (?:in my (?:inbox|mailbox)|my (?:last|latest|newest) (?:e-?mail|mail))$`,
      ),
      /^how many (?:new |unread )?(?:e-?mails|mails)(?: do i have| have i got| are there| did i get)?(?: today| in my inbox)?$/,
      /^(?:new|unread|latest) (?:e-?mails?|mails?)$/,
      /^(?:e-?mails?|inbox|mail)$/,
    ],
    /\b(?:address|account|password)\b/,
  ),
  ...sureRules('teamchat.read', [
    /^(?:any|are there any|do i have any|read|show|check|what are the|get|see)(?: me)?(?: my| the)?(?: new| latest| last| unread| recent)?(?: \d{1,2})? (?:messages?|posts?) (?:on|in|from|of) (?:slack|teams|the team chat|#\S+|the \S+ channel)(?: .*)?$/,
    /^(?:what is new|what's new|anything new|what happened) (?:in|on) (?:slack|teams|the team chat|#\S+|the \S+ channel)$/,
    /^(?:read|check|open|show)(?: me)? (?:slack|#\S+|the team chat|my slack(?: messages)?)$/,
  ]),
  ...sureRules(
    'teamchat.send',
    [
      /^(?:message|dm|ping|tell|write(?: to)?) .+ (?:on|in|via|over|by) (?:slack|teams|the team chat)\b/,
      /^(?:post|write|send|say|announce) .+ (?:to|in|on) (?:the |our )?(?:#\S+|slack|teams|\S+ channel)\b/,
      /^(?:post|write|announce|say) (?:to|in|on) (?:the |our )?(?:#\S+|slack|\S+ channel)\b/,
      /^send \S+ an? (?:slack message|dm|direct message)\b/,
      /^slack [a-z]+ (?:that|:)/,
    ],
    /\b(?:tv channel|youtube|facebook|twitter|instagram|e-?mail)\b/,
  ),
  ...sureRules('issue.list', [
    new RegExp(
      String.raw`^(?:list|show|get|what are|which|are there|any|how many)(?: me)?(?: all)?(?: any)?(?: my| the)?(?: open| closed| latest| new)* (?:issues|bugs|tickets)\b(?=.*(?:\b${repo}\b|[\w.-]+/[\w.-]+))`,
    ),
    /^(?:what|which) (?:issues|bugs|tickets) are (?:still |currently )?(?:open|closed) (?:in|on|for|at) .*[\w.-]+\/[\w.-]+/,
    /^(?:list|show)(?: me)?(?: my| the)?(?: open| closed| all)+ (?:issues|tickets)$/,
  ]),
  ...sureRules(
    'issue.add',
    [
      new RegExp(
        String.raw`^(?:create|open|file|add|make|new|report|raise)(?: an?| the)?(?: new)?(?: ${repo})? (?:issue|bug report|ticket)(?::| .*(?:\b${repo}\b|[\w.-]+/[\w.-]+|\b(?:called|titled|about)\b))`,
      ),
      /^(?:create|open|file|add|raise|new)(?: an?)?(?: new)? (?:github |gitlab |gitea )?issue\b/,
      /^(?:file|report|open)(?: an?) bug (?:in|on) [\w.-]+\/[\w.-]+/,
    ],
    /\b(?:flight|bank|card|plane)\b/,
  ),
]
