/** Why a press on a timer did nothing. */
export function TimerProblem({ children }: { children: string | undefined }) {
  if (children === undefined) return null
  return (
    <p role="alert" className="mt-2 text-center text-sm text-bad">
      {children}
    </p>
  )
}
