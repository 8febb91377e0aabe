import { join } from 'node:path'
import type { StartPlan } from './supervisor.ts'

export const LABEL = 'local.deskhand'

/** The property list of a launchd agent of the user. */
export function launchdPlist({ command, environment, folder }: StartPlan): string {
  const variables = Object.entries(environment).flatMap(([name, value]) => [
    `    <key>${escaped(name)}</key>`,
    `    <string>${escaped(value)}</string>`,
  ])
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<!-- Written by "deskhand service install", which also brings it up to date. -->',
    '<plist version="1.0">',
    '<dict>',
    '  <key>Label</key>',
    `  <string>${LABEL}</string>`,
    '  <key>ProgramArguments</key>',
    '  <array>',
    ...command.map((word) => `    <string>${escaped(word)}</string>`),
    '  </array>',
    '  <key>EnvironmentVariables</key>',
    '  <dict>',
    ...variables,
    '  </dict>',
    '  <key>RunAtLoad</key>',
    '  <true/>',
    '  <key>KeepAlive</key>',
    '  <dict>',
    '    <key>SuccessfulExit</key>',
    '    <false/>',
    '  </dict>',
    '  <key>ExitTimeOut</key>',
    '  <integer>30</integer>',
    // Otherwise it is slowed down like something that nobody waits for.
    '  <key>ProcessType</key>',
    '  <string>Interactive</string>',
    '  <key>StandardErrorPath</key>',
    `  <string>${escaped(join(folder.logs, 'start.log'))}</string>`,
    '</dict>',
    '</plist>',
    '',
  ].join('\n')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
