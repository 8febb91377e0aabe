/** What templates call by a name, as it is said in English. */
export const phrases = {
  machine: '(computer|machine|laptop|system|server|pc|mac|device)',
  processor: '(cpu|processor)',
  memory: '(memory|ram)',
  drive: '(disk|disks|hard drive|hard disk|ssd|drive|storage)',
  my: '(my|the|this|our)',
  show: '(show [me]|check|display|see|view|get|give me|tell me|look at|what is|what are|how is|how are)',
  now: '(now|right now|currently|at the moment|today)',
  /** What runs by itself. */
  job: '(workflow|job|flow|run)',
  jobs: '(workflows|jobs|flows|runs)',
  halt: '(pause|halt|suspend|interrupt|hold|disable|deactivate|stop|(turn|switch) off)',
  proceed: '(resume|continue|unpause|(go|carry) on with|enable|activate|reactivate|(turn|switch) [back] on)',
  promptly: '(now|right now|again|once more|immediately|straight away|for now|today)',
  soon: '(today|tonight|tomorrow|this week)',
  lately: '(today|yesterday|this week|this morning|last night)',
  /** Puts a folder away as an archive. */
  pack: '((back|backing) up|backup|(make|create) [a] (backup|back up) of|zip [up]|compress|archive|pack)',
  /** Work that tools do with files, mail and channels. */
  work: '(copy|move|delete|clean [up]|tidy [up]|sort|list|find|search|write|create|convert|export|merge|send|email|post|run|open|download|read|fetch|rename|extract|summarize|summarise|generate|get)',
  showme: '(show|display|check|(show|tell|give|read) (me|us)|let (me|us) know)',
} as const
