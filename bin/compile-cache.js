// Compiled code is kept from one start to the next, in the user's own folder: what lies in a shared one could be anybody's.
import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

export function keepCompiledCode() {
  enableCompileCache(join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'deskhand', 'compiled'))
}
