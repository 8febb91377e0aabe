const host = '(github|gitlab|gitea)'

/** A repository by its name, or one that is only spoken of. */
export const repository = `([the] [repo|repository|project] {repository:repository}|(my|the|this|that|our) [${host}] (repo|repository|project)|[my|our] ${host})`
