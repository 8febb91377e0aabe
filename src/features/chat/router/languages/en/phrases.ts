/** What templates call by a name, as it is said in English. */
export const phrases = {
  machine: '(computer|machine|laptop|system|server|pc|mac|device)',
  processor: '(cpu|processor)',
  memory: '(memory|ram)',
  drive: '(disk|disks|hard drive|hard disk|ssd|drive|storage)',
  my: '(my|the|this|our)',
  show: '(show [me]|check|display|see|view|get|give me|tell me|look at|what is|what are|how is|how are)',
  now: '(now|right now|currently|at the moment|today)',
  tell: '(show [me|us]|give [me|us]|get [me]|tell (me|us)|read [me|us] [out]|find [me]|bring [me|up]|pull up|display|check|see|look up|list [me]|hear|what is|what are|how is|how are)',
  lately:
    '(today|tonight|now|right now|currently|at the moment|at present|lately|recently|yesterday|last (night|week)|this (morning|afternoon|evening|week|weekend|month|year|season))',
  latest: '(latest|newest|current|recent|new|local|daily)',
  they: '(i|you|we|they|people|one|somebody)',
  // The weather and the sky.
  there:
    '[outside] [{time:roughTime}] [(in|for|at|near|around|over|on) {city:place}] [{time:roughTime}] [{time:roughTime}]',
  weather: '(weather|forecast|weather forecast|weather report|weather conditions|current conditions)',
  falling:
    '(rain|raining|rainy|snow|snowing|snowy|hail|hailing|sleet|sunny|cloudy|windy|foggy|stormy|humid|freezing|frosty|cold|hot|warm|chilly|storm|a storm|thunderstorms)',
  clothes: '(umbrella|raincoat|rain coat|coat|jacket|sweater|sunscreen|scarf|gloves|hat|boots)',
  // Markets.
  shares: '(stock|stocks|share|shares)',
  quote: '(price|prices|value|quote|rate|performance|ticker|chart)',
  faring:
    '(doing|done|do|trading|performing|perform|worth|at|looking|close|closed|open|opened|up|down|going (up|down)|gone (up|down)|higher|lower|rising|risen|falling|fallen|dropping|dropped)',
  // News.
  newest:
    "(the|some|any|my|all|today 's|latest|breaking|current|top|recent|local|world|international|national|daily|new|morning|main|big|biggest)",
  news: '(news|headlines|headline|news headlines|news stories|top stories|news update|news updates)',
  about: '(about|on|from|for|in|of|regarding|concerning)',
  // Words and languages.
  aWord: '[the] [word|words|term|phrase|expression]',
  saying: '(say|write|ask|ask for|express|call|spell|pronounce|order|tell someone)',
  // Cooking.
  heat: '(cook|bake|fry|grill|roast|boil)',
  cook: '(make|prepare|whip up)',
  meal: '(dinner|lunch|breakfast|supper|tonight)',
  // Sports.
  scores: '(score|scores|result|results|fixtures|game|games|match|matches)',
  table: '(table|tables|standings|standing|ranking|rankings|ladder|league table)',
  article: '(the|my|our|a|an)',
  all: '(all [of]|every|each)',
  last: '(last|latest|newest|most recent)',
  drop: '(delete|remove|erase|trash|discard|scrap|drop|lose|get rid of|throw (away|out))',
  find: '(find|search [for]|look for|look up|show [me]|open|read [me]|get|display|pull up|see|view|list)',
  titled: '(called|named|titled)',
  mentioning:
    '(about|on|for|with|mentioning|containing|regarding|saying|<titled>|that (mentions|mention|says|say|contains|contain))',
  have: '(do i have|have i got|are there)',
  // Things that are made or started
  a: '(a|an|the|my|our|another|one|some)',
  start:
    '((set|start|create|make|add|begin|run|open|launch|schedule|play|get|give|put|turn|initiate|bring|pull) [me|us] [up|on]|new|use|have|(i|we) [will] (need|want|require|wish to have) [to (use|do|have)]|(i|we) would like [to (use|do|have)]|let us (do|have|set|start|play|use)|(can|could|may) (i|we) (get|have))',
  alarm: '(alarm|alarms|alarm clock|wake up call|wakeup call|wake up alarm)',
  called: '(called|named|labelled|labeled|titled)',
  stop: '(cancel|delete|remove|turn off|stop|disable|deactivate|clear|get rid of|kill|shut off|switch off|dismiss|end|unset|silence|mute|abort|quit|halt|terminate|forget|never mind)',
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
  dismiss: '(delete|cancel|remove|dismiss|forget|drop|turn off|stop|erase|clear|scrap|get rid of|wipe|empty)',
  saidOf: '(to|about|of|that says|called|named|saying|that i (have|need) to)',
  // The calendar
  calendar: '(calendar|diary|agenda|schedule)',
  // Times
  condition: '(unless|if) (it|the|i|we|he|she|they|my|there) {condition}',
  until: '(until|till|til|to|before)',
  left: '(is it|are there|are left|left|is there|do (i|we) have|do (i|we) have left|remain|remaining|it is|is left|is remaining|to go|there are)',
  passed: '((have|has) (passed|gone by|been|it been)|is it|has it been|are there|was it|ago)',
  what_time:
    '(what [is] [the] [current|exact|local] (time|hour) [is it|it is|of day is it]|what time (would|will|could) it be|(tell|give|show) me [the] [current|local|exact] time|[the] [current|local] time|(look up|check|find) the [current|local] time|how (late|early) is it)',
  what_day: '(what|which) (day|date|weekday|day of the week)',
  /** What runs by itself. */
  job: '(workflow|job|flow|run)',
  jobs: '(workflows|jobs|flows|runs)',
  halt: '(pause|halt|suspend|interrupt|hold|disable|deactivate|stop|(turn|switch) off)',
  proceed: '(resume|continue|unpause|(go|carry) on with|enable|activate|reactivate|(turn|switch) [back] on)',
  promptly: '(now|right now|again|once more|immediately|straight away|for now|today)',
  soon: '(today|tonight|tomorrow|this week)',
  recently: '(today|yesterday|this week|this morning|last night)',
  /** Puts a folder away as an archive. */
  pack: '((back|backing) up|backup|(make|create) [a] (backup|back up) of|zip [up]|compress|archive|pack)',
  /** Work that tools do with files, mail and channels. */
  work: '(copy|move|delete|clean [up]|tidy [up]|sort|list|find|search|write|create|convert|export|merge|send|email|post|run|open|download|read|fetch|rename|extract|summarize|summarise|generate|get)',
  showme: '(show|display|check|(show|tell|give|read) (me|us)|let (me|us) know)',
  // Mail.
  email: '(email|e-mail|mail)',
  journal: '(journal|diary)',
  contacts: '(contacts [list]|contact list|list of contacts|address book|addressbook|phone book|phonebook)',
  // Lists.
  put: '(add|put|place|include|append|stick|write|throw|insert|jot|toss|pop|chuck|bung|shove|slap|enter|get) [down]',
  onto: '(to|on|onto|in|into|2)',
  own: '(my|the|our|this|that|your) [own|new|whole|entire|complete|current|existing|old]',
  aList:
    '(<own> {list:listTitle} (list|lists)|{list:listName} list|[<own>] {list:keptList}|<own> list|list|<own> list (of|for) [<article>] {list:listTitle}|[<own>] list (called|named|titled) [<article>] {list:listTitle})',
  /** The same with the word. */
  theList:
    '(<own> {list:listTitle} list|{list:listName} list|<own> list|list|[<own>] list (called|named|titled) {list:listTitle}|<own> list (of|for) [<article>] {list:listTitle})',
  /** Where something is taken off or looked for. */
  offList: '(from|off|off of|out of|on|in) <aList>',
  onTheList: '(on|in|from) <aList>',
  anEntry: '[a|an|the] [new|another] (item|task|entry|todo) [called|named|titled|saying|:]',
  entries: '(items|item|things|tasks|entries|todos|stuff|ones)',
  everything:
    '(everything|all [of] [it|them|the] [<entries>]|every (item|entry|task)|each (item|entry|task))',
  takeOff:
    '((remove|delete|erase|eliminate|drop|scratch|cut|clear|cancel|scrap|nix|axe|discard|wipe|pull|lose|take) [off|out]|get rid of)',
  tick: '(cross|tick|check|strike)',
  ticked: '(done|complete|completed|finished|(ticked|checked|crossed|struck) [off]|bought)',
  it: '(it|that|them|this|those|these|some)',
} as const
