/** A short document of somebody's own, what may be asked of it in other words, and what in its own. */
export interface Asked {
  readonly text: string
  readonly otherWords: string
  readonly ownWords: string
}

const lines = `
The tenant pays the landlord nine hundred a month for the apartment, due on the first. | how much is my rent | what does the tenant pay the landlord
Beat the eggs with sugar, fold in the flour and bake for forty minutes. | how do I make a cake | eggs sugar flour
The boiler was serviced in March; the engineer said the pump will need replacing next winter. | when was the heating last looked at | boiler pump replacing
Our flight to Lisbon leaves at 6:40 from terminal two, gate opens forty minutes before. | what time do we fly to Portugal | flight Lisbon terminal
Anna is allergic to peanuts and carries an adrenaline pen in her bag. | what must our friend not eat | Anna peanuts
The router password is printed on the sticker under the box behind the television. | how do I get onto the wifi | router password sticker
The patient has a broken wrist and should rest for six weeks. | injured arm recovery time | broken wrist rest
Invoices are to be settled within thirty days, after that two percent are added. | what happens if I am late with paying a bill | invoices settled thirty days
The library closes at eight on weekdays and stays shut on Sundays. | until when can I return books | library closes weekdays
Feed the dog twice a day, half a cup each time, and never chocolate. | how often does my pet get food | feed the dog half a cup
The car passed its inspection, but the front tyres have only two millimetres left. | do I need new wheels soon | car inspection tyres
Grandmother was born in Trieste in 1931 and moved to Vienna as a child. | where does my family come from | grandmother born Trieste
To reset the alarm press the star key, then your code, then zero. | how do I switch off the burglar siren | reset the alarm star key
The vegetable beds get compost in autumn and are covered with straw before the first frost. | preparing the garden for winter | compost straw frost
The committee decided to raise the yearly fee of the club from forty to fifty. | is membership getting more expensive | committee yearly fee
Water the orchids once a week and keep them out of the midday sun. | care of house plants | water the orchids
The guarantee of the washing machine ends in May 2028; the receipt is in the blue folder. | is the laundry appliance still covered | guarantee washing machine receipt
Paul proposes to hold the meeting on Thursday because half of the team is away on Friday. | when do the colleagues come together | Paul meeting Thursday
The doctor prescribed ten drops in the evening against the cough. | what medicine did I get for my cold | doctor prescribed drops cough
The marathon starts at the bridge, number bibs are given out the evening before at the town hall. | where do runners get their numbers | marathon bibs town hall
The insurance does not pay for bicycles that were not locked to something fixed. | my bike was stolen, do I get money | insurance bicycles locked
The choir sings Bach in December and rehearses every Tuesday at seven. | when do we practise singing | choir Bach rehearses
The server restarts each night at three to install updates, which takes about four minutes. | why is the machine down after midnight | server restarts updates
The kitchen is three metres forty wide, the window begins one metre from the left corner. | how big is the room where we cook | kitchen three metres window
Our son starts school in September; the teacher is called Ms Lindqvist. | who teaches our child | school September teacher
The contract can be ended at the end of each quarter with six weeks of notice. | how do I get out of the agreement | contract ended quarter notice
The hikers should bring rain jackets, since storms come up in the afternoon in the mountains. | what to pack for the walk | hikers rain jackets storms
The bank wants a copy of the passport and proof of address to open an account. | which papers do I need for a new account | bank passport proof of address
The piano was tuned to 442 and one hammer was replaced. | what was done to the instrument | piano tuned hammer
The recipe for the curry needs coconut milk, lime leaves and a spoon of red paste. | ingredients for the Thai dish | curry coconut milk lime
The museum shows paintings by Munch until January, entry is free on Thursdays. | can we see art without a ticket | museum Munch entry free
The electricity meter stood at 48,213 when we moved in. | how much power had been used at the beginning | electricity meter stood
The wedding is on the second of June in a barn near Bath, guests are asked to wear bright colours. | how should I dress for the marriage | wedding barn colours
The novel was returned with notes: the second chapter is too long and the ending comes too soon. | what did the editor think of my book | novel chapter ending
The key to the shed hangs behind the kitchen door on the third hook. | how do I get at the lawn mower | key shed hook
Sales fell by eleven percent in spring because two large customers left. | why did we earn less money | sales fell spring customers
The new printer needs black toner of the type B-42 and prints on both sides by default. | what ink does the office machine take | printer toner B-42
The train to Bergen takes seven hours; seats on the left have the better view. | travelling by rail to the west coast | train Bergen seats
The dentist recommends a night guard because of grinding teeth. | what should I wear in my mouth while sleeping | dentist night guard grinding
The festival was called off because the river had flooded the meadow. | why was there no concert | festival river flooded
The thesis must be handed in by the thirtieth of April, two printed copies and one file. | deadline of my dissertation | thesis handed in copies
The babysitter comes at seven and gets twelve an hour, she knows where the bandages are. | who looks after the kids tonight | babysitter seven twelve
`

export const questions: readonly Asked[] = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [text = '', otherWords = '', ownWords = ''] = line.split(' | ')
    return { text, otherWords, ownWords }
  })
