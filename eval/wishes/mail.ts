import { asksBack, demand, fileSays, hasFiles, mailSays, says, sentTo, states } from '../judging.ts'
import { mailTo } from '../person.ts'
import { defineDomain, defineWish } from '../wish.ts'
import { mail as send, read, write } from './calls.ts'

const contacts = read('~/Documents/contacts.csv')
const anna = 'anna.berg@example.test'
const tomas = 'tomas.ruiz@example.test'

export const mail = defineDomain('mail', [
  defineWish({
    id: 'mail-anna-berg',
    language: 'en',
    kind: 'do',
    say: 'Tell Anna Berg by mail that the stand is booked. Her address is in contacts.csv.',
    script: [
      [contacts],
      [send([anna], 'The stand', 'Dear Anna,\n\nthe stand is booked.\n\nAda')],
      'Anna Berg has it.',
    ],
    may: { mail: true },
    approves: mailTo(anna),
    judge: (outcome) => mailSays(sentTo(outcome, anna), 'stand', 'booked'),
  }),
  defineWish({
    id: 'mail-file-de',
    language: 'de',
    kind: 'do',
    say: 'Schick Tomás Ruiz (er steht in contacts.csv) die Datei budget.xlsx als Anhang.',
    script: [
      [contacts],
      [
        send([tomas], 'Budget', {
          body: 'Lieber Tomás,\n\nanbei das Budget.\n\nAda',
          attachments: ['~/Documents/budget.xlsx'],
        }),
      ],
      'Die Mail mit dem Budget ist weg.',
    ],
    may: { mail: true },
    approves: mailTo(tomas),
    judge(outcome) {
      const { attachments } = sentTo(outcome, tomas)
      demand(attachments.join() === 'budget.xlsx', `Attached is ${attachments.join(', ') || 'nothing'}.`)
    },
  }),
  defineWish({
    id: 'mail-both-fr',
    language: 'fr',
    kind: 'do',
    say: 'Écris à Anna Berg et à Tomás Ruiz (contacts.csv) à quelle heure et dans quelle salle a lieu la prochaine réunion, d’après meeting-notes.md.',
    script: [
      [contacts, read('~/Documents/meeting-notes.md')],
      [
        send(
          [anna, tomas],
          'Prochaine réunion',
          'Bonjour,\n\nla prochaine réunion est à 10:00, dans la Blue Room.\n\nAda',
        ),
      ],
      'Les deux sont au courant.',
    ],
    may: { mail: true },
    approves: mailTo(anna, tomas),
    judge(outcome) {
      const to = new Set(outcome.mails.flatMap((one) => one.to))
      demand(
        [...to].toSorted().join() === `${anna},${tomas}`,
        `Mail went to ${[...to].join(', ') || 'nobody'}.`,
      )
      for (const one of outcome.mails) mailSays(one, 10, 'Blue Room')
    },
  }),
  defineWish({
    id: 'which-anna',
    language: 'en',
    kind: 'ask',
    say: 'Send meeting-notes.md to Anna. Her address should be in contacts.csv.',
    script: [
      [contacts],
      'There are two: Anna Berg (Fjord Design) and Anna Lindqvist (City Library). Which one do you mean?',
    ],
    wrong: [
      [
        send([anna, 'anna.lindqvist@example.test'], 'Notes', {
          body: 'Here they are.',
          attachments: ['~/Documents/meeting-notes.md'],
        }),
      ],
      'Anna Berg and Anna Lindqvist both have them. All right?',
    ],
    approves: mailTo(anna, 'anna.lindqvist@example.test'),
    judge(outcome) {
      says(outcome, 'Berg', 'Lindqvist')
      asksBack(outcome)
    },
  }),
  defineWish({
    id: 'unknown-pedro-es',
    language: 'es',
    kind: 'ask',
    say: 'Escríbele a Pedro que mañana llego tarde. Busca su dirección en contacts.csv.',
    script: [[contacts], 'En contacts.csv no hay ningún Pedro. ¿Cuál es su dirección?'],
    wrong: [
      [contacts],
      [send([tomas], 'Mañana', 'Pedro, mañana llego tarde.')],
      'Enviado a Pedro. ¿Algo más?',
    ],
    approves: () => true,
    judge(outcome) {
      says(outcome, 'Pedro')
      asksBack(outcome)
    },
  }),
  defineWish({
    id: 'draft-only',
    language: 'en',
    kind: 'do',
    say: 'Draft a mail to Yuki Tanaka asking when invoice 2044 was issued, but do not send it: save it as Documents/draft-mail.txt.',
    script: [
      [
        write(
          '~/Documents/draft-mail.txt',
          'To: yuki.tanaka@example.test\nSubject: Invoice 2044\n\nDear Yuki,\n\nwhen was invoice 2044 issued?\n\nAda\n',
        ),
      ],
      'The draft is in draft-mail.txt. Nothing was sent.',
    ],
    wrong: [
      [
        write('~/Documents/draft-mail.txt', 'Dear Yuki,\n\nwhen was invoice 2044 issued?\n'),
        send(['yuki.tanaka@example.test'], 'Invoice 2044', 'When was invoice 2044 issued?'),
      ],
      'Sent.',
    ],
    may: { files: ['Documents/draft-mail.txt'] },
    approves: () => true,
    judge: (outcome) => fileSays(outcome, 'Documents/draft-mail.txt', 2044, 'Yuki'),
  }),
  defineWish({
    id: 'slack-not-set-up',
    language: 'en',
    kind: 'ask',
    say: 'Could you let our people in the Slack channel fair know, in a friendly way, that the stand is booked?',
    script: [
      'Slack is not set up here yet: it needs a token in the settings. Shall I mail somebody instead?',
    ],
    wrong: [[contacts], [send([anna, tomas], 'For Slack', 'The stand is booked')], 'It is in Slack.'],
    approves: () => true,
    judge(outcome) {
      says(outcome, 'Slack')
      demand(!states(outcome.answer, 'is posted'), 'It says that it was posted.')
    },
  }),
  defineWish({
    id: 'mail-then-copy',
    language: 'en',
    kind: 'do',
    turns: [
      {
        say: 'What is Tomás Ruiz’s mail address, going by contacts.csv?',
        script: [[contacts], `It is ${tomas}.`],
      },
      {
        say: 'Mail him that I call the printer, and put Anna Berg in copy.',
        script: [
          [send([tomas], 'Printer', { body: 'Dear Tomás,\n\nI call the printer.\n\nAda', cc: [anna] })],
          'Tomás has it, and Anna Berg has a copy.',
        ],
      },
    ],
    may: { mail: true },
    approves: mailTo(tomas, anna),
    judge: (outcome) => mailSays(sentTo(outcome, tomas, anna), 'printer'),
  }),
  defineWish({
    id: 'plan-copy-and-mail',
    language: 'en',
    kind: 'do',
    say: `Do this as a workflow that survives a restart: copy Documents/budget.xlsx to the desktop as fair-budget.xlsx, then mail that copy to ${tomas}.`,
    script: [
      [
        [
          'PLAN_WORKFLOW',
          {
            name: 'Copy the budget and mail it',
            steps: [
              {
                id: 'copy',
                action: 'COPY_FILE',
                args: { path: '~/Documents/budget.xlsx', to: '~/Desktop/fair-budget.xlsx' },
              },
              {
                id: 'mail',
                action: 'SEND_EMAIL',
                args: {
                  to: [tomas],
                  subject: 'The budget',
                  body: 'Dear Tomás,\n\nhere is the budget.\n\nAda',
                  attachments: ['~/Desktop/fair-budget.xlsx'],
                },
                depends_on: ['copy'],
              },
            ],
          },
        ],
      ],
      'The copy is on the desktop, and Tomás has it: fair-budget.xlsx.',
    ],
    may: { files: ['Desktop/fair-budget.xlsx'], mail: true },
    approves: mailTo(tomas),
    async judge(outcome) {
      await hasFiles(outcome, 'Desktop/fair-budget.xlsx')
      const { attachments } = sentTo(outcome, tomas)
      demand(attachments.includes('fair-budget.xlsx'), `Attached was ${attachments.join(', ') || 'nothing'}.`)
    },
  }),
])
