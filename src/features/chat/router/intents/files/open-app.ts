import { callTool } from '../../answers/call-tool.ts'
import { defineIntent, required } from '../../define-intent.ts'
import { isAll, unquoted } from './file-slots.ts'

/** Programs that people have, by the names that they call them by. What is a widget here is not among them. */
const programs =
  /^(?:firefox|(?:google )?chrome|chromium|brave|(?:microsoft )?edge|safari|opera|vivaldi|vlc(?: player)?|gimp|inkscape|krita|blender|audacity|obs(?: studio)?|libreoffice(?: writer| calc| impress)?|thunderbird|vs ?code|visual studio code|(?:a )?terminal|console|nautilus|dolphin|finder|file manager|gedit|kate|(?:a )?text editor|(?:a )?(?:web )?browser|spotify|discord|signal|slack|telegram|zoom|skype|steam|evolution|okular|evince|system settings)$/i

export const intent = defineIntent({
  name: 'OPEN_APP',
  label: 'Open a program',
  example: 'Open Firefox',
  effect: 'starts',
  slots: { name: required.text },
  needs: ['name'],
  isExact: true,
  templates: [
    '(open|launch|start|run) [up] [the|my] {known} [app|application|program|browser]',
    '(open|launch|start) [the|a|an] (app|application|program) [called|named] {name}',
    '(open|launch|start) [the|my] {name} (app|application|program)',
  ],
  fill({ known, name }, said) {
    const called = unquoted((known ?? name) as string)
    if (!isAll(said) || !/^[\w .+-]{1,60}$/.test(called)) return undefined
    // "open a bug report for the app" speaks of one, and opens none.
    if (/^an? |\b(?:for|of|to|in|with|about)\b/i.test(called)) return undefined
    return known === undefined || programs.test(called) ? { name: called } : undefined
  },
  async act(understood, port) {
    const { name } = understood.slots
    const askBecause = `This opens ${name} on this machine.`
    await callTool(port, understood, { action: 'OPEN_APP', args: { name }, says: true, askBecause })
  },
})
