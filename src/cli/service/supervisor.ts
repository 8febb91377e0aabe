import type { DataFolder } from '../../platform/data-folder.ts'

/** How the service is started, and with what around it. */
export interface StartPlan {
  /** Program and arguments; the program is an absolute path. */
  readonly command: readonly [string, ...string[]]
  readonly environment: Readonly<Record<string, string>>
  readonly folder: DataFolder
}

/** What the system says about the service. */
export interface SupervisedState {
  readonly isRunning: boolean
  /** It starts by itself with the session. */
  readonly isEnabled: boolean
}

/** The program of this system that starts services for a user and looks after them. */
export interface Supervisor {
  readonly name: 'systemd' | 'launchd'
  /** The file that tells it about the service. */
  readonly path: string
  contentFor(plan: StartPlan): string
  /** Throws with a sentence when it cannot be talked to, before anything is changed. */
  state(): Promise<SupervisedState>
  /** Takes up what the file says. A service that runs already is started anew when the file has changed. */
  takeUp(options: { readonly hasChanged: boolean }): Promise<void>
  /** Stops the service and lets it be forgotten; `removeFile` is called at the right moment. */
  drop(removeFile: () => Promise<void>): Promise<void>
  /** What a person should know after installing. */
  readonly advice: string
}
