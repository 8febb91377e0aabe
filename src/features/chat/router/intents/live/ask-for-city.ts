import { askFor, type Understood } from '../../answers/act.ts'

/** For what depends on a place while nobody said which, nor where they live. */
export function askForCity({ writer }: Pick<Understood, 'writer'>, title: string): void {
  writer.decline('Where? I do not know your city yet; say "I live in Oslo" and I will remember it.')
  writer.add(askFor({ title, label: 'City', placeholder: 'Oslo', message: `${title} in $value` }))
}
