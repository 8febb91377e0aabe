import { api } from '../../features/contracts.ts'
import { commandLineHandlers } from '../../features/command-line/handlers.ts'
import { bind, type BoundFeature } from '../http/app.ts'
import type { Ground } from '../lifecycle/ground.ts'
import { insideRequests } from '../http/inside-requests.ts'

/** Commands of the terminal for a client: they ask the same handlers, as the client that dispatched them. */
export function commandLinePart(
  { home, folder }: Pick<Ground, 'home' | 'folder'>,
  features: () => Readonly<Record<string, BoundFeature>>,
): BoundFeature {
  const reachFor = insideRequests(features)
  return bind(
    api.command_line,
    commandLineHandlers({
      async runCommand(command, call) {
        const { dispatch } = await import('../../cli/dispatch.ts')
        return dispatch(command, { reach: reachFor(call), home, dataFolder: folder.root })
      },
    }),
  )
}
