/** What templates call by a name, as it is said in English. */
export const phrases = {
  machine: '(computer|machine|laptop|system|server|pc|mac|device)',
  processor: '(cpu|processor)',
  memory: '(memory|ram)',
  drive: '(disk|disks|hard drive|hard disk|ssd|drive|storage)',
  my: '(my|the|this|our)',
  show: '(show [me]|check|display|see|view|get|give me|tell me|look at|what is|what are|how is|how are)',
  now: '(now|right now|currently|at the moment|today)',
  // Things that are made or started
  a: '(a|an|the|my|our|another|one|some)',
  start:
    '((set|start|create|make|add|begin|run|open|launch|schedule|play|get|give|put|turn|initiate|bring|pull) [me|us] [up|on]|new|use|have|(i|we) [will] (need|want|require|wish to have) [to (use|do|have)]|(i|we) would like [to (use|do|have)]|let us (do|have|set|start|play|use)|(can|could|may) (i|we) (get|have))',
  alarm: '(alarm|alarms|alarm clock|wake up call|wakeup call|wake up alarm)',
  called: '(called|named|labelled|labeled|titled)',
  stop: '(cancel|delete|remove|turn off|stop|disable|clear|get rid of|kill|shut off|switch off|dismiss|end|unset|silence)',
  beats: '(bpm|beats per minute|beats a minute|beats)',
  focus: '(pomodoro [timer|session]|focus (session|timer|block|mode|time))',
  // Numbers
  what_is:
    '(what is|what are|how much is|how much are|calculate|compute|work out|convert [:]|tell me|give me|change)',
  pick: '(pick|choose|select|decide|draw|generate|give|tell|think of|get|name|randomly (pick|choose|select)) [for] [me|us]',
  range:
    '((between|from) {low:number} (and|to) {high:number}|up to {high:number}|{low:number} (to|and) {high:number}|{range:range})',
  colour: '(color|colour)',
  shared:
    '((split|shared|divided) [for|between|among|by|in] {people:number} [<people>]|(for|between|among|by) {people:number} [<people>])',
  people: '(people|persons|of us|ways|friends|guests|diners)',
  // Reminders
  drop: '(delete|cancel|remove|dismiss|forget|drop|turn off|stop|erase|clear|scrap|get rid of|wipe|empty)',
  about: '(to|about|of|that says|called|named|saying|that i (have|need) to)',
  // Times
  condition: '(unless|if) (it|the|i|we|he|she|they|my|there) {condition}',
  until: '(until|till|til|to|before)',
  left: '(is it|are there|are left|left|is there|do (i|we) have|do (i|we) have left|remain|remaining|it is|is left|is remaining|to go|there are)',
  passed: '((have|has) (passed|gone by|been|it been)|is it|has it been|are there|was it|ago)',
  what_time:
    '(what [is] [the] [current|exact|local] (time|hour) [is it|it is|of day is it]|what time (would|will|could) it be|(tell|give|show) me [the] [current|local|exact] time|[the] [current|local] time|(look up|check|find) the [current|local] time|how (late|early) is it)',
  what_day: '(what|which) (day|date|weekday|day of the week)',
} as const
