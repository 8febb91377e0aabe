import type { Database } from '../../platform/database/database.ts'
import { takeOnce, type ReceivedEvent } from '../../platform/correspondence/receipts.ts'
import { Unverified } from './verification/unverified.ts'

/** Takes an event that was not taken before; whoever sends one again proves nothing. */
export async function takeNew(database: Database, received: ReceivedEvent): Promise<void> {
  if (!(await takeOnce(database, received))) throw new Unverified('the event was already received')
}
