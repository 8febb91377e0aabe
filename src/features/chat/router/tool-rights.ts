import type { Asked, AnswerWriter } from '../answering.ts'
import type { ActPort } from './act-port.ts'
import { Reached } from './do-parts.ts'
import { recordEffects } from './replies/record-effects.ts'
import type { ReplyDeps } from './replies/replies.ts'

export interface ModelRights {
  /** Whether a model in this conversation could write something without that a person is asked. */
  readonly mayModelWrite: (session_id: string) => boolean
}

type Port = ModelRights &
  Pick<ActPort, 'store' | 'timers' | 'workflows' | 'updateSettings' | 'run' | 'describeTool'> &
  Pick<ReplyDeps, 'store' | 'workflows' | 'restoreFile' | 'reverse'>

/**
 * The port for the model of another program. Tools are judged where they run. What is reached past them it gets as far as its
 * own calls would: lists and timers while nothing asks before a write, workflows and settings never.
 */
export function withinToolRights<Own extends Port>(own: Own, { session_id }: Pick<Asked, 'session_id'>): Own {
  const { port } = recordEffects<Port>(own, { before: refuse })
  const { workflows, updateSettings, store, timers } = port
  const lists = own.mayModelWrite(session_id) ? {} : { store, timers, restoreFile: refuse, reverse: refuse }
  return { ...own, workflows, updateSettings, ...lists }
}

/** Said when no model of ours could do it in its own way. */
export function leaveToTools(writer: Pick<AnswerWriter, 'say'>): void {
  writer.say(
    'I only do this when you say it in Deskhand yourself. Another program can call the tool for it, and asks you where needed.',
  )
}

function refuse(): never {
  throw new Reached()
}
