/**
 * Questions and stories that have the words of something that can be shown and want nothing of the kind. Only to be asked
 * where likeness alone speaks for an intent: a shape knows better what it has before it.
 */
export function isFalseFriend(lower: string): boolean {
  const plain = lower.replaceAll('’', "'")
  if (figuresOfSpeech.test(plain) || otherThings.test(plain) || explanations.test(plain)) return true
  const told = stories.map((story) => story.exec(plain)?.[0]).find((found) => found !== undefined)
  return told !== undefined && !wishes.test(plain.slice(told.length))
}

/** What nobody says of the sky, of the news or of dice. */
const figuresOfSpeech =
  /\bunder the weather\b|\bweather(?:ed|ing)? (?:the|this|that|any|a) (?:storm|crisis|recession|blow)\b|\bover the moon\b|\bonce in a blue moon\b|\b(?:no news is good|that is|old|fake|yesterday's) news\b(?! (?:site|channel))|\bnews to me\b|\b(?:nice|lovely|great|perfect|good) weather (?:for|we)\b|\b(?:let (?:us|'s|the good times) roll|roll with (?:it|the punches)|breathe easy)$|\bheads (?:will|would|are going to) roll\b|\bhalf a dozen of the other\b|\btip of the (?:iceberg|tongue)\b|\btime (?:flies|heals|will tell|is money)\b|\bhigh time\b|\bon (?:that|a (?:high|happier|lighter)) note\b|\bdrawing board\b|\bstock character\b|\btak(?:e|ing) stock\b/

/** Things that have a name with such a word in it. */
const otherThings =
  /\b(?:(?:todo|to do|shopping|task|grocery) list|alarm|timer|weather|recipe|password|calendar|news|budget|habits?|notes?|reminder|translation|dictionary|calculator) (?:apps?|software|programs?|managers?|templates?|boxe?s?|books?|anchors?|airlines?|systems?)\b/

/** What needs to be explained, by whoever can. */
const explanations =
  /^why\b(?!,? (?:hello|hi|hey|thank|thanks|good|not)\b)|^how (?:safe|secure|common|popular|important|useful|healthy) \w/

/** Tells how something is: that is no question about it. What is set by such words is another matter. */
export function isStatement(lower: string): boolean {
  const told = statements.map((statement) => statement.exec(lower)?.[0]).find((found) => found !== undefined)
  return told !== undefined && !wishes.test(lower.slice(told.length))
}

const statements: readonly RegExp[] = [
  /^(?:the|my|our|his|her|their) (?:[\p{L}'-]+ ){1,4}?(?:is|are|was|were|has been|have been|made|makes|keeps|seems) (?=\S)/u,
  /^(?:he|she|they) (?:is|are|was|were) (?=\S)/,
  /^(?:i|we) never (?!mind)/,
]

const stories: readonly RegExp[] = [
  /^(?:i|we|he|she|they) (?:just |already |once |almost |never |really |finally )*(?:(?!need|feed|speed)\p{L}+ed|woke|slept|lost|broke|won|forgot|found|saw|met|went|had|ate|sold|bought|got|gave|took|made|wrote|learnt|heard|read)\b/u,
  /^(?:(?:my|his|her|our|their|the) (?:[\p{L}']+ ){1,3}|(?:alarm|timer) (?:clock )?)(?:broke|is broken|got|was|were|went|died|failed|stopped|is (?:terrible|great|awful|bad|good|huge|useless))\b/u,
]

/** A story can end with what it was told for: "…, what time is it". */
const wishes =
  /\b(?:what|which|how|when|where|who|is|are|can|could|would|will|please|add|put|remove|delete|take|cross|tick|mark|show|tell|give|set|start|make|read|open|find|check|remind|wake|need|want|translate|convert|define|mean|means)\b/
