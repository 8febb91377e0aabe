import { demand, fileSays, newFile, says, saysOneOf, states } from '../judging.ts'
import { defineDomain, defineWish } from '../wish.ts'
import { read, readDocx, write, writeDocx } from './calls.ts'

const notes = '~/Documents/meeting-notes.md'

export const writing = defineDomain('writing', [
  defineWish({
    id: 'notes-to-word',
    language: 'en',
    kind: 'do',
    say: 'Write the minutes of the project meeting as a Word document, from my meeting notes. Who does what and the budget have to be in it.',
    script: [
      [read(notes)],
      [
        writeDocx(
          '~/Documents/minutes.docx',
          '# Project meeting\n\nBudget: 4,800 EUR\n\n- Anna Berg: draft of the brochure\n- Tomás Ruiz: stand\n- Ada: printer',
        ),
      ],
      'The minutes are in Documents/minutes.docx.',
    ],
    may: { newFiles: ['Documents/*.docx'] },
    async judge(outcome) {
      await fileSays(
        outcome,
        await newFile(outcome, '.docx'),
        4800,
        'Anna',
        'brochure',
        'Tomás',
        'stand',
        'printer',
      )
    },
  }),
  defineWish({
    id: 'notes-to-slides',
    language: 'en',
    kind: 'do',
    say: 'Prepare a short presentation about the fair from my meeting notes and save it as Documents/fair.pptx. The budget belongs on it.',
    script: [
      [read(notes)],
      [
        [
          'CREATE_PPTX',
          {
            path: '~/Documents/fair.pptx',
            title: 'The fair',
            slides: [
              { title: 'Budget', bullets: ['4,800 EUR for the fair'] },
              { title: 'Who does what', bullets: ['Anna: brochure', 'Tomás: stand', 'Ada: printer'] },
            ],
          },
        ],
      ],
      'The presentation is in fair.pptx.',
    ],
    may: { files: ['Documents/fair.pptx'] },
    judge: (outcome) => fileSays(outcome, 'Documents/fair.pptx', 4800),
  }),
  defineWish({
    id: 'translate-recipe-de',
    language: 'de',
    kind: 'do',
    say: 'Übersetze recettes.md ins Deutsche und speichere das als rezepte.md daneben. Die Mengen bleiben.',
    script: [
      [read('~/Documents/recettes.md')],
      [write('~/Documents/rezepte.md', '# Apfelkuchen\n\n- 6 Äpfel\n- 200 g Mehl\n- 100 g Butter\n')],
      'Das Rezept steht in rezepte.md.',
    ],
    may: { files: ['Documents/rezepte.md'] },
    judge: (outcome) => fileSays(outcome, 'Documents/rezepte.md', 'Äpfel', 'Mehl', 200, 'Butter', 100),
  }),
  defineWish({
    id: 'cv-since-nl',
    language: 'nl',
    kind: 'question',
    say: 'Sinds welk jaar werk ik volgens mijn cv bij mijn huidige werkgever, en hoe heet die?',
    script: [
      [['SEARCH_FILES', { query: 'cv' }]],
      [readDocx('~/Documents/cv.docx')],
      'Sinds 2019, bij Babbage and Co.',
    ],
    judge: (outcome) => says(outcome, 2019, 'Babbage'),
  }),
  defineWish({
    id: 'cover-letter',
    language: 'en',
    kind: 'do',
    say: 'Write a cover letter to the City Library as Documents/cover.docx, with where I work now and the languages I speak taken from cv.docx.',
    script: [
      [readDocx('~/Documents/cv.docx')],
      [
        writeDocx(
          '~/Documents/cover.docx',
          'Dear City Library,\n\nI am an analyst at Babbage and Co, and speak English, French and Italian.\n\nAda Lovelace',
        ),
      ],
      'The letter is in cover.docx.',
    ],
    may: { files: ['Documents/cover.docx'] },
    judge: (outcome) =>
      fileSays(outcome, 'Documents/cover.docx', 'City Library', 'Babbage', 'French', 'Italian'),
  }),
  defineWish({
    id: 'running-total-no',
    language: 'nb',
    kind: 'question',
    say: 'Hvor mange kilometer har jeg løpt til sammen ifølge running.txt?',
    script: [[read('~/Documents/running.txt')], 'Du har løpt 18 km.'],
    judge: (outcome) => says(outcome, 18),
  }),
  defineWish({
    id: 'agenda-from-notes',
    language: 'en',
    kind: 'do',
    say: 'Write an agenda for the next meeting into Documents/agenda.md: one point for each task from the meeting notes, and who reports.',
    script: [
      [read(notes)],
      [
        write(
          '~/Documents/agenda.md',
          '# Agenda\n\n1. Brochure (Anna)\n2. Stand (Tomás)\n3. Printer (Ada)\n',
        ),
      ],
      'The agenda has three points.',
    ],
    may: { files: ['Documents/agenda.md'] },
    judge: (outcome) =>
      fileSays(outcome, 'Documents/agenda.md', 'brochure', 'Anna', 'stand', 'Tomás', 'printer'),
  }),
  defineWish({
    id: 'lease-terms-pl',
    language: 'pl',
    kind: 'question',
    say: 'Ile wynosi mój czynsz według pliku lease.txt i jaki jest okres wypowiedzenia?',
    script: [[read('~/Documents/lease.txt')], 'Czynsz to 950 EUR, a okres wypowiedzenia to trzy miesiące.'],
    judge(outcome) {
      says(outcome, 950)
      saysOneOf(outcome, 3, 'trzy', 'trzech', 'trzymiesięczny')
    },
  }),
  defineWish({
    id: 'write-then-shorten',
    language: 'en',
    kind: 'do',
    turns: [
      {
        say: 'Write an invitation to the workshop in the Blue Room into Documents/invitation.txt, about five sentences.',
        script: [
          [
            write(
              '~/Documents/invitation.txt',
              'Dear all. You are invited to the workshop. It is in the Blue Room. There will be coffee. Bring your ideas. Ada\n',
            ),
          ],
          'The invitation is in invitation.txt.',
        ],
      },
      {
        say: 'Too long. One sentence is enough.',
        script: [
          [write('~/Documents/invitation.txt', 'You are invited to the workshop in the Blue Room.\n')],
          'It is one sentence now.',
        ],
      },
    ],
    may: { files: ['Documents/invitation.txt'] },
    async judge(outcome) {
      await fileSays(outcome, 'Documents/invitation.txt', 'Blue Room')
      const text = (await outcome.read('Documents/invitation.txt')).trim()
      demand(
        text.split(/[.!?](?:\s|$)/).filter((part) => part.trim() !== '').length <= 2,
        'It is still long.',
      )
      demand(states(text, 'workshop'), 'It does not say what for.')
    },
  }),
])
