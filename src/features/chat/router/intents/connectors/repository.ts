import { askFor } from '../../answers/act.ts'

const host = '(github|gitlab|gitea)'

/** A repository by its name, or one that is only spoken of. */
export const repository = `([the] [repo|repository|project] {repository:repository}|(my|the|this|that|our) [${host}] (repo|repository|project)|[my|our] ${host})`

/** For a wish that names none. */
export function askForRepository(title: string, message: string) {
  return askFor({ title, label: 'Repository', placeholder: 'owner/name', message })
}
