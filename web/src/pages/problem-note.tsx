import { reasonOf, ServiceError } from '../../../src/components/view-kit/service.ts'

/** Why something could not be done, with every reason that the service gave. */
export function ProblemNote({ error }: { error: unknown }) {
  if (error === undefined) return null
  const issues = error instanceof ServiceError ? error.errors : []
  return (
    <div role="alert" className="w-full text-sm text-bad">
      <p>{reasonOf(error)}</p>
      {issues.length > 0 && (
        <ul className="mt-1 list-disc ps-5">
          {issues.map(({ path, message }) => (
            <li key={`${path} ${message}`} className="break-words">
              <span className="font-mono text-xs">{path.replace(/^\/body\//, '')}</span> {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
