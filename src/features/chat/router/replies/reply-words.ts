import type { Asked } from '../../answering.ts'

export type Reply =
  | 'approve'
  | 'yes'
  | 'ok'
  | 'no'
  | 'stop'
  | 'undo'
  | 'deleteIt'
  | 'wrong'
  | 'waiting'
  | 'restore'
  | 'endWorkflow'

/** Whole messages that only mean something after what was said before. */
export const replies: readonly (readonly [Reply, RegExp])[] = [
  [
    'approve',
    /^(?:(?:yes|yep|yeah|ok|okay|sure),? )?(?:please )?(?:i )?(?:approve(?:d)?(?: (?:it|that|this))?|do it|do that|go ahead|go for it|confirm(?:ed)?(?: it)?)(?: please)?$/,
  ],
  ['yes', /^(?:yes|yep|yeah|yup|yes please|yes i am sure|of course)$/],
  ['ok', /^(?:ok|okay|k|all right|alright|fine)$/],
  [
    'no',
    /^(?:no|nope|nah|no thanks|no thank you|(?:no,? )?(?:please )?(?:reject|deny|decline|refuse)(?:ed)?(?: (?:it|that|this))?|(?:no,? )?(?:do not|don't)(?: do (?:it|that|this))?)$/,
  ],
  [
    'stop',
    /^(?:no |please )*(?:cancel|stop|abort|never ?mind|forget (?:it|about it)|leave it|cancel (?:it|that|this)|stop (?:it|that|this)|abort (?:it|that))$/,
  ],
  [
    'undo',
    /^(?:please )?(?:undo(?: (?:it|that|this|the last (?:change|thing|one)|my last change|last))?|take (?:it|that) back|revert(?: (?:it|that|this))?|put (?:it|that) back|bring (?:it|that) back|restore (?:it|that))$/,
  ],
  ['deleteIt', /^(?:please )?(?:delete|remove|erase) (?:it|that|this)(?: again| please)?$/],
  [
    'wrong',
    /^(?:no,? )?(?:(?:that|this|it)(?:'s| is| was) (?:all |just )?(?:wrong|incorrect|not right|not correct|not it|not what i (?:meant|wanted|said|asked(?: for)?))|wrong|i did not (?:mean|want|say|ask for) that|i didn't (?:mean|want|say|ask for) that)$/,
  ],
  [
    'waiting',
    /^(?:what(?:'s| is)?|is (?:there )?anything|anything|who is)(?: (?:is|still))* (?:waiting (?:for|on) (?:me|my (?:approval|answer|decision|ok))|(?:that )?(?:needs?|wants?|requires?|awaits?) my (?:approval|answer|decision|confirmation|ok)|(?:i need )?to approve)$|^what do i (?:have|need) to approve$|^(?:show|list|see)(?: me)?(?: all)?(?: my| the)?(?: open| pending| waiting)* (?:approvals?|confirmations?)(?: requests?)?$|^(?:open|pending|waiting) (?:approvals|confirmations)$/,
  ],
  [
    'restore',
    /^(?:please )?(?:restore|undelete|recover|bring back) (?:the (?:file|folder) )?["“']?(\S.*?)["”']?(?: from the trash)?$/,
  ],
  [
    'endWorkflow',
    /^(?:please )?(?:cancel|abort|kill|end) (?:the |my |this |that |all )*(?:(?:running|current|last) )?(?:workflow|job|plan|run)$/,
  ],
]

/** Whether a person says one of these words, so that it is about what was said before. */
export function isReply({ message, provenance }: Asked): boolean {
  const lower = plainly(message)
  return provenance === 'local-client' && replies.some(([, pattern]) => pattern.test(lower))
}

/** A reply is a few words, or the path of a file. */
const MAX_LENGTH = 1_000

export function plainly(message: string): string {
  if (message.length > MAX_LENGTH) return ''
  return message
    .trim()
    .toLowerCase()
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s.!?]+$/, '')
    .replace(/^(yes|yep|yeah|no|ok|okay|sure), /, '$1 ')
}
