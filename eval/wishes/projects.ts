import { demand, fileSays, hasFiles, says } from '../judging.ts'
import { defineDomain, defineWish, type Call } from '../wish.ts'
import { edit, read } from './calls.ts'

const site = '~/Documents/site'
const look = (command: string): Call => ['RUN_TERMINAL', { command, folder: site, rights: 'look' }]
const work = (command: string): Call => ['RUN_TERMINAL', { command, folder: site, rights: 'work' }]
const needs = ['git', 'sandbox'] as const

export const projects = defineDomain('projects', [
  defineWish({
    id: 'change-and-commit',
    language: 'en',
    kind: 'do',
    needs,
    say: 'On the bakery’s site in Documents/site the opening hours in index.html are wrong: it is open from 8 to 19. Correct it and commit that.',
    script: [
      [read(`${site}/index.html`)],
      [edit(`${site}/index.html`, 'from 7 to 18', 'from 8 to 19')],
      [work('git commit --all --message "Correct the opening hours"')],
      'The hours are corrected and committed.',
    ],
    may: { files: ['Documents/site/**'] },
    async judge(outcome) {
      await fileSays(outcome, 'Documents/site/index.html', 'from 8 to 19')
      const commits = await outcome.run('git', '-C', 'Documents/site', 'log', '--oneline')
      demand(commits.trim().split('\n').length === 2, 'There is no second commit.')
      const open = await outcome.run('git', '-C', 'Documents/site', 'status', '--porcelain')
      demand(open.trim() === '', 'Something is not committed.')
    },
  }),
  defineWish({
    id: 'last-commit-de',
    language: 'de',
    kind: 'question',
    needs,
    say: 'Wie lautet die Nachricht des letzten Commits in Documents/site?',
    script: [[look('git log -1 --format=%s')], 'Sie lautet „Begin the site of the bakery“.'],
    judge: (outcome) => says(outcome, 'Begin the site of the bakery'),
  }),
  defineWish({
    id: 'discount-in-code',
    language: 'en',
    kind: 'do',
    say: 'In Documents/site/price.js a loaf costs 3.2. It shall be 3.5, and from ten loaves on everything is ten per cent cheaper.',
    script: [
      [read(`${site}/price.js`)],
      [edit(`${site}/price.js`, 'loaves * 3.2', 'loaves * 3.5 * (loaves >= 10 ? 0.9 : 1)')],
      'The price is changed.',
    ],
    may: { files: ['Documents/site/price.js'] },
    async judge(outcome) {
      await hasFiles(outcome, 'Documents/site/price.js')
      const source = Buffer.from(await outcome.read('Documents/site/price.js')).toString('base64')
      const program = `import('data:text/javascript;base64,${source}').then(({ price }) => console.log([price(1), price(9), price(10)].map((value) => value.toFixed(2)).join()))`
      const prices = await outcome
        .run(process.execPath, '--permission', '--eval', program)
        .catch(() => 'nothing')
      demand(prices.trim() === '3.50,31.50,31.50', `1, 9 and 10 loaves cost ${prices.trim()}.`)
    },
  }),
  defineWish({
    id: 'new-project',
    language: 'en',
    kind: 'do',
    say: 'Begin a static site called portfolio in Documents/portfolio for me.',
    script: [
      [['SETUP_PROJECT', { name: 'portfolio', template: 'static_site', path: '~/Documents/portfolio' }]],
      'The site is in Documents/portfolio.',
    ],
    may: { files: ['Documents/portfolio/**'] },
    async judge(outcome) {
      const { added } = await outcome.changedFiles()
      demand(
        added.some((path) => path.endsWith('index.html')),
        'There is no index.html.',
      )
    },
  }),
  defineWish({
    id: 'readme-section-pt',
    language: 'pt',
    kind: 'do',
    say: 'Acrescenta ao README.md de Documents/site uma seção "Horário" com o horário de abertura que está em index.html.',
    script: [
      [read(`${site}/README.md`), read(`${site}/index.html`)],
      [edit(`${site}/README.md`, '# Mill Lane Bakery\n', '# Mill Lane Bakery\n\n## Horário\n\n7 - 18\n')],
      'A seção está no README.',
    ],
    may: { files: ['Documents/site/README.md'] },
    judge: (outcome) => fileSays(outcome, 'Documents/site/README.md', 'Mill Lane Bakery', 'Horário', 7, 18),
  }),
])
