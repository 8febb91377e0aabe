import { declaredIntents } from './declared-intents.ts'

/** How an intent is offered to a person who may have meant it. */
export interface IntentOffer {
  /** What the chip says; also how the person says it back: "I mean the weather: …". */
  readonly label: string
  /** A sentence that shows what it does, for "what can you do". */
  readonly example: string
}

/** Every intent that the router can act on, by the name that its meaning carries. */
export const intents: Readonly<Record<string, IntentOffer>> = {
  live_weather: { label: 'Weather', example: 'Weather in Oslo tomorrow' },
  live_stock: { label: 'Stock price', example: 'How is Apple stock doing?' },
  currency_converter: { label: 'Exchange rate', example: '100 USD in EUR' },
  news_ticker: { label: 'News', example: 'Technology news' },
  dictionary: { label: 'Meaning of a word', example: 'Define serendipity' },
  translator: { label: 'Translation', example: 'How do you say good morning in German?' },
  wiki_summary: { label: 'Encyclopedia', example: 'Tell me about black holes' },
  recipe_viewer: { label: 'Recipe', example: 'Recipe for pancakes' },
  live_sports: { label: 'Scores', example: 'NBA scores' },
  astronomy: { label: 'Space', example: 'Where is the space station?' },
  moon: { label: 'Moon phase', example: 'Moon phase' },
  sun: { label: 'Sunrise and sunset', example: 'When is sunset in Rome?' },
  standings: { label: 'League table', example: 'Premier League table' },
  rss_reader: { label: 'Feed', example: 'Show the feed https://example.com/feed.xml' },
  live_timer: { label: 'Timer', example: 'Timer for 10 minutes' },
  alarm: { label: 'Alarm', example: 'Wake me at 7 am' },
  'alarm.show': { label: 'Alarms', example: 'What alarms are set?' },
  'alarm.remove': { label: 'Stop an alarm', example: 'Cancel my alarm' },
  countdown: { label: 'Countdown', example: 'How many days until Christmas?' },
  live_clock: { label: 'Time', example: 'What time is it in Tokyo?' },
  date: { label: 'Date', example: 'What day is 24 December?' },
  date_sum: { label: 'Days between dates', example: 'How many days from 1 March to 15 April?' },
  'timer.change': { label: 'Change a timer', example: 'Add two minutes to the timer' },
  stopwatch: { label: 'Stopwatch', example: 'Start a stopwatch' },
  pomodoro: { label: 'Pomodoro', example: 'Start a pomodoro' },
  metronome: { label: 'Metronome', example: 'Metronome at 90 bpm' },
  calculator: { label: 'Calculation', example: 'What is 17% of 230?' },
  unit_converter: { label: 'Unit conversion', example: '5 miles in km' },
  dice_roller: { label: 'Dice', example: 'Roll two dice' },
  coin_flip: { label: 'Coin', example: 'Flip a coin' },
  random_number: { label: 'Random number', example: 'Random number between 1 and 100' },
  random_choice: { label: 'Random choice', example: 'Pick one: red, blue or green' },
  password_generator: { label: 'New password', example: 'Make a strong password' },
  color_picker: { label: 'Color', example: 'Pick a color' },
  tip_calculator: { label: 'Tip', example: '15% tip on $60 for 3 people' },
  bmi_calculator: { label: 'Body mass index', example: 'BMI for 72 kg and 178 cm' },
  breathing: { label: 'Breathing exercise', example: 'Start a breathing exercise' },
  quiz: { label: 'Quiz', example: 'Quiz me on capitals' },
  flashcards: { label: 'Flashcards', example: 'Flashcards' },
  tic_tac_toe: { label: 'Tic-tac-toe', example: 'Play tic-tac-toe' },
  poll: { label: 'Poll', example: 'Poll: pizza or sushi' },
  habit_tracker: { label: 'Habits', example: 'Track my habits' },
  drawing_canvas: { label: 'Drawing', example: 'Open a drawing canvas' },
  markdown_editor: { label: 'Text editor', example: 'Open a markdown editor' },
  'list.add': { label: 'Add to a list', example: 'Add milk to my shopping list' },
  'list.remove': { label: 'Remove from a list', example: 'Remove milk from my shopping list' },
  'list.clear': { label: 'Empty a list', example: 'Clear my shopping list' },
  'list.complete': { label: 'Tick off', example: 'Check off milk on my shopping list' },
  'list.show': { label: 'Show a list', example: 'What is on my todo list?' },
  'list.create': { label: 'New list', example: 'Make a packing list' },
  'reminder.add': { label: 'Reminder', example: 'Remind me to call mom tomorrow' },
  'reminder.show': { label: 'Reminders', example: 'Show my reminders' },
  'list.task': { label: 'New task', example: 'I need to pay the rent by Friday' },
  'list.finish': { label: 'Done', example: 'I have finished the report' },
  'list.drop': { label: 'Remove an entry', example: 'Remove milk' },
  'list.untick': { label: 'Open an entry again', example: 'Untick milk' },
  'list.sweep': { label: 'Remove what is ticked off', example: 'Clear completed items' },
  'list.relabel': { label: 'Rename an entry', example: 'Rename bread to brown bread' },
  'list.rename': { label: 'Rename a list', example: 'Rename the packing list to Rome' },
  'reminder.remove': { label: 'Delete a reminder', example: 'Cancel the call mum reminder' },
  'reminder.move': { label: 'Move a reminder', example: 'Move the mum reminder to 6 pm' },
  'reminder.clear': { label: 'Delete all reminders', example: 'Delete all reminders' },
  'note.add': { label: 'New note', example: 'Take a note that the key is under the mat' },
  notes: { label: 'Notes', example: 'Show my notes' },
  kanban_board: { label: 'Board', example: 'Open my website board' },
  'board.add': { label: 'Card on a board', example: 'Add write the text to my website board' },
  reading_list: { label: 'Reading list', example: 'Show my reading list' },
  'reading.add': { label: 'Add to the reading list', example: 'Add The Hobbit to my reading list' },
  bookmarks: { label: 'Bookmarks', example: 'Show my bookmarks' },
  'bookmark.add': { label: 'New bookmark', example: 'Bookmark https://example.com' },
  contacts: { label: 'Contacts', example: 'Show my contacts' },
  'contact.add': { label: 'New contact', example: 'Add Grace Hopper to my contacts' },
  journal: { label: 'Journal', example: 'Open my journal' },
  'journal.add': { label: 'Journal entry', example: 'Write in my journal that it was a good day' },
  budget_tracker: { label: 'Budget', example: 'Show my budget' },
  'budget.add': { label: 'Payment', example: 'I spent $12 on lunch' },
  code_snippets: { label: 'Code snippets', example: 'Show my code snippets' },
  calendar_view: { label: 'Calendar', example: 'What is on my calendar this week?' },
  'note.remove': { label: 'Delete a note', example: 'Delete the note about tea' },
  'note.change': { label: 'Change a note', example: 'Change the note about tea to buy green tea' },
  'contact.remove': { label: 'Delete a contact', example: 'Delete contact Tom Smith' },
  'contact.change': { label: 'Change a contact', example: "Change Tom's phone number to 555 0199" },
  'budget.ask': { label: 'Spending', example: 'How much did I spend this month?' },
  'budget.limit': { label: 'Set a budget', example: 'Set my monthly budget to 2000' },
  'budget.remove': { label: 'Delete a payment', example: 'Delete the last expense' },
  'habit.done': { label: 'Habit done', example: 'Did running today' },
  'habit.ask': { label: 'Streak', example: "What's my streak for running?" },
  'habit.remove': { label: 'Stop a habit', example: 'Stop tracking running' },
  'reading.remove': { label: 'Remove a book', example: 'Remove Dune from my reading list' },
  'bookmark.remove': { label: 'Delete a bookmark', example: 'Remove github from my bookmarks' },
  'journal.remove': { label: 'Delete a journal entry', example: "Delete today's journal entry" },
  'board.move': { label: 'Move a card', example: 'Move fix login to done' },
  'board.remove': { label: 'Delete a card', example: 'Delete fix login from the website board' },
  'snippet.add': { label: 'New snippet', example: 'Save snippet: du -h -d1 | sort -h' },
  'snippet.remove': { label: 'Delete a snippet', example: 'Delete the snippet largest folders' },
  'calendar.add': { label: 'New event', example: 'Lunch with Tom tomorrow at noon' },
  'calendar.remove': { label: 'Delete an event', example: 'Cancel lunch with Tom' },
  'calendar.move': { label: 'Move an event', example: 'Move the dentist to 4 pm' },
  'mail.read': { label: 'Mail', example: 'Any new mail?' },
  'mail.send': {
    label: 'Send an email',
    example: 'Send an email to tom@example.com with subject Hi and body I am late',
  },
  'mail.reply': { label: 'Answer an email', example: "Reply to Anna's mail saying thanks" },
  'teamchat.read': { label: 'Team chat', example: 'Read the last messages in #general' },
  'teamchat.send': { label: 'Write in the team chat', example: 'Post "lunch is ready" to #general' },
  'issue.list': { label: 'Issues', example: 'List open issues in octocat/hello-world' },
  'issue.add': { label: 'New issue', example: 'Create an issue in octocat/hello-world: login broken' },
  'setting.city': { label: 'Home city', example: 'Set my home city to Oslo' },
  'setting.name': { label: 'Your name', example: 'Call me Ada' },
  'setting.name.show': { label: 'Your name', example: 'What is my name?' },
  'setting.currency': { label: 'Your currency', example: 'Set my currency to EUR' },
  'setting.units': { label: 'Units', example: 'Use metric units' },
  help: { label: 'Help', example: 'What can you do?' },
  greeting: { label: 'Greeting', example: 'Hello' },
  thanks: { label: 'Thanks', example: 'Thank you' },
  goodbye: { label: 'Goodbye', example: 'Goodbye' },
  about: { label: 'About me', example: 'Who are you?' },
  ...Object.fromEntries(declaredIntents),
}

/** Intents that are told apart by a verb rather than by a subject: together they decide whether one is meant. */
const families: readonly (readonly string[])[] = [
  ['list.add', 'list.remove', 'list.clear', 'list.complete', 'list.show', 'list.create'],
  ['alarm', 'alarm.show', 'alarm.remove', 'live_timer'],
  ['reminder.add', 'reminder.show'],
  ['dictionary', 'wiki_summary'],
  ['date', 'countdown', 'live_clock'],
  ['calculator', 'unit_converter', 'tip_calculator'],
  ['notes', 'note.add', 'note.remove', 'note.change'],
  ['reading_list', 'reading.add', 'reading.remove'],
  ['bookmarks', 'bookmark.add', 'bookmark.remove'],
  ['contacts', 'contact.add', 'contact.remove', 'contact.change'],
  ['journal', 'journal.add', 'journal.remove'],
  ['budget_tracker', 'budget.add', 'budget.ask', 'budget.limit', 'budget.remove'],
  ['kanban_board', 'board.add', 'board.move', 'board.remove'],
  ['habit_tracker', 'habit.done', 'habit.ask', 'habit.remove'],
  ['code_snippets', 'snippet.add', 'snippet.remove'],
  ['greeting', 'goodbye', 'thanks', 'about', 'help'],
  ...Map.groupBy(declaredIntents.values(), ({ name, family = name }) => family)
    .values()
    .map((family) => family.map(({ name }) => name)),
]

const familyOf = new Map(families.flatMap((family) => family.map((intent) => [intent, family] as const)))

export function relatives(intent: string): readonly string[] {
  return familyOf.get(intent) ?? [intent]
}

const listVerbs: readonly (readonly [intent: string, pattern: RegExp])[] = [
  [
    'list.add',
    /\b(?:if (?:it is |they are )?not|otherwise|then|please)\b.*\b(?:add|put|include)\b|\b(?:add|put) (?:it|them)\b|\blist (?:should|must|needs to|has to) (?:have|include)\b/,
  ],
  [
    'list.show',
    /^(?:is|are|was|were|am|do(?! not\b)|does|did|has|what|which|how|show|read|tell|check|see|list|go (?:over|through)|have (?:i|we)|i have .* on)\b/,
  ],
  [
    'list.clear',
    /\b(?:erase|clear|empty|wipe|blank|delete|remove)\b.*\b(?:everything(?! (?:but|except))|all|the items|whole|entire)\b/,
  ],
  [
    'list.remove',
    /\b(?:nix|erase|remove|delete|take|drop|scratch|strike|cut|axe|discard|eliminate|get rid of|off)\b/,
  ],
  ['list.add', /\b(?:add|put|include|place|append|write|stick|jot|buy|need)\b/],
]

/** A list can be had otherwise than here: "send my list to Anna", "order what is on it". */
const otherVerbs = /^(?:send|email|text|share|print|order|forward|mail|buy everything|buy all)\b/

/** Within a family the verb decides, for the subject is the same; undefined where the verb says nothing, `none` where it is not ours. */
export function byVerb(intent: string, lower: string): string | undefined {
  if (!intent.startsWith('list.')) return undefined
  return otherVerbs.test(lower) ? 'none' : listVerbs.find(([, pattern]) => pattern.test(lower))?.[0]
}

/** The intent that a label stands for, as a chip says it. */
export function intentLabelled(label: string): string | undefined {
  const wanted = label.trim().toLowerCase()
  return Object.entries(intents).find(
    ([name, offer]) => offer.label.toLowerCase() === wanted || name.toLowerCase() === wanted,
  )?.[0]
}
