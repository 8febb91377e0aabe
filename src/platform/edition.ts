import type { Edition } from '../contract/tool.ts'

/** Which edition runs on a system. Systems like Linux, such as FreeBSD, run its edition. */
export function editionOn(platform: NodeJS.Platform): Edition {
  if (platform === 'darwin') return 'macos'
  return platform === 'win32' ? 'windows' : 'linux'
}
