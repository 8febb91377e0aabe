import type { Plugin } from '../contract/tool.ts'

/** Every plugin that comes with the service, by agent name. Adding one is a folder and a line here. */
export const plugins: readonly Plugin[] = []
