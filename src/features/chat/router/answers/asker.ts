import { isFromOutside } from '../../../../contract/endpoint.ts'
import type { Asked } from '../../answering.ts'
import type { ActPort } from '../act-port.ts'

/** What whoever asks is called: who writes from outside is not the owner of this machine. */
export function nameOfAsker(
  { provenance, senderName }: Pick<Asked, 'provenance' | 'senderName'>,
  { userName }: Pick<ActPort, 'userName'>,
): string | null {
  return isFromOutside(provenance) ? (senderName ?? null) : userName()
}
