import { silentLog } from '../../src/contract/log.ts'
import { openSession } from '../../src/platform/desktop/x11/session.ts'

/** Holds keys and a button until it is killed, as a service would be in the middle of a drag. */
const session = await openSession({ display: process.argv[2]! }, silentLog)
const [control, shift] = await session.keyboard.keycodesOf(['ctrl', 'shift'])
session.input.keyDown(control!)
session.input.keyDown(shift!)
session.input.buttonDown(1)
await session.connection.sync()
process.stdout.write('held\n')
