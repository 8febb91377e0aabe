/** What templates call by a name, as it is said in English. */
export const phrases = {
  machine: '(computer|machine|laptop|system|server|pc|mac|device)',
  processor: '(cpu|processor)',
  memory: '(memory|ram)',
  drive: '(disk|disks|hard drive|hard disk|ssd|drive|storage)',
  my: '(my|the|this|our)',
  show: '(show [me]|check|display|see|view|get|give me|tell me|look at|what is|what are|how is|how are)',
  now: '(now|right now|currently|at the moment|today)',
} as const
