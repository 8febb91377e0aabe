import { askFor, type Understood } from '../../answers/act.ts'

/** For what depends on a place while nobody said which, nor where they live. */
export function askForCity({ writer }: Pick<Understood, 'writer'>, title: string): void {
  writer.decline('Where? I don\'t know your city yet. Say "I live in Oslo" and I\'ll remember it.')
  writer.add(askFor({ title, label: 'City', placeholder: 'Oslo', message: `${title} in $value` }))
}
