import { editions, type AnyTool, type Edition } from '../../contract/tool.ts'

const WITH_FILES: readonly Edition[] = ['linux', 'macos']

/** Where a tool exists. The rules that protect files know the paths of Linux and macOS, so no tool takes files elsewhere. */
export function editionsOf({ editions: named, targets }: AnyTool): readonly Edition[] {
  if (named) return named
  return targets && 'paths' in targets ? WITH_FILES : editions
}
