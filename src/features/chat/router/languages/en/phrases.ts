/** What templates call by a name, as it is said in English. */
export const phrases = {
  machine: '(computer|machine|laptop|system|server|pc|mac|device)',
  processor: '(cpu|processor)',
  memory: '(memory|ram)',
  drive: '(disk|disks|hard drive|hard disk|ssd|drive|storage)',
  my: '(my|the|this|our)',
  show: '(show [me]|check|display|see|view|get|give me|tell me|look at|what is|what are|how is|how are)',
  now: '(now|right now|currently|at the moment|today)',
  article: '(the|my|our|a|an)',
  all: '(all [of]|every|each)',
  last: '(last|latest|newest|most recent)',
  drop: '(delete|remove|erase|trash|discard|scrap|drop|lose|get rid of|throw (away|out))',
  find: '(find|search [for]|look for|look up|show [me]|open|read [me]|get|display|pull up|see|view|list)',
  titled: '(called|named|titled)',
  about:
    '(about|on|for|with|mentioning|containing|regarding|saying|<titled>|that (mentions|mention|says|say|contains|contain))',
  have: '(do i have|have i got|are there)',
  journal: '(journal|diary)',
  contacts: '(contacts [list]|contact list|list of contacts|address book|addressbook|phone book|phonebook)',
} as const
