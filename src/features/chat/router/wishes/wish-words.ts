/** What a wish may begin with before its verb. */
export const courtesy =
  '(?:please |also |then |now |just |can you |could you |would you |will you |i want you to |i would like you to )*'
/** Verbs with which people begin to ask for something, whether or not it can be done here. */
export const verbs =
  'add|put|place|include|append|remove|delete|take|clear|empty|tick|check|cross|mark|remind|wake|set|start|stop|pause|resume|run|rerun|show|tell|give|open|read|list|find|search|look|play|roll|flip|toss|pick|convert|calculate|translate|define|spell|note|write|jot|create|make|save|bookmark|send|email|e-mail|mail|call|ring|text|message|zip|compress|unzip|extract|copy|move|rename|print|schedule|book|cancel|turn|switch|log|record|count|compare|draw|order|buy|post|reply|forward|close|restart|display|pull|get|say|display|generate|download|upload|share|summarize|summarise|suggest|recommend|explain'
/** What people have to do, beside what can be asked for here. */
export const errands =
  'be|have|pay|feed|water|go|do|wash|clean|eat|drink|meet|visit|bring|fix|leave|come|study|walk|finish|submit|ask|return|renew|charge|change|work|practice|practise|wake|pick|prepare'
export const command = new RegExp(
  String.raw`^${courtesy}(?:do not |don't |dont )?(?:${verbs})\b(?! (?:and|or)\b)`,
  'i',
)
