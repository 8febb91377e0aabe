import { Channels } from './channels.ts'
import { People } from './people.ts'

/** Who and what there is in the workspace, as far as it was asked about lately. */
export interface Directory {
  readonly channels: Channels
  readonly people: People
}

export function createDirectory(): Directory {
  return { channels: new Channels(), people: new People() }
}
