import { folderInput, step, template, textInput } from './template.ts'

const feed = { id: 'news', type: 'feed', url: 'https://feeds.bbci.co.uk/news/rss.xml' } as const

export const newsTemplates = [
  template({
    id: 'feed-keyword',
    title: 'Tell me when the news mentions a word',
    description: 'Watches a feed and shows a notification when a title has your word in it.',
    category: 'news',
    inputs: { word: textInput('The word', 'climate') },
    triggers: [feed],
    steps: [
      step('NOTIFY_USER', {
        id: 'tell',
        args: { title: 'In the news', message: '$event.title\n$event.link' },
        when: 'contains(lower($event.title), lower($inputs.word))',
      }),
    ],
  }),

  template({
    id: 'feed-reading-list',
    title: 'Put new posts on my reading list',
    description: 'Adds each new entry of a blog or a podcast to your reading list.',
    category: 'news',
    triggers: [{ ...feed, when: '$event.link != null' }],
    steps: [
      step('READING_LIST', { id: 'add', args: { add: [{ title: '$event.title', url: '$event.link' }] } }),
    ],
  }),

  template({
    id: 'feed-digest',
    title: 'Collect the news of a day',
    description: 'Collects the titles of a feed for a day, then writes them into one text file.',
    category: 'news',
    inputs: { folder: folderInput('Files go to', '~/Documents/News') },
    triggers: [{ ...feed, batch_s: 86_400 }],
    steps: [
      step('WRITE_FILE', {
        id: 'write',
        args: { path: '$inputs.folder/$today.txt', content: 'News of $today\n\n$events[*].title\n' },
      }),
    ],
  }),
]
