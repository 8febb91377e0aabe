import { useState } from 'react'

export interface Attempt {
  readonly busy: boolean
  /** Why the last attempt came to nothing. */
  readonly error: unknown
  readonly attempt: (act: () => Promise<unknown>) => Promise<void>
}

/** Something that a button does: whether it is under way, and why it failed. */
export function useAttempt(): Attempt {
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false })
  const attempt = async (act: () => Promise<unknown>) => {
    setState({ busy: true })
    try {
      await act()
      setState({ busy: false })
    } catch (error) {
      setState({ busy: false, error })
    }
  }
  return { busy: state.busy, error: state.error, attempt }
}
