import { sureRules, type Rule } from './rule.ts'

/** Programs that people have, by the names that they call them by. What is a widget here is not among them. */
const programs =
  '(?:firefox|chrome|google chrome|chromium|brave|(?:microsoft )?edge|safari|opera|vivaldi|vlc(?: player)?|gimp|inkscape|krita|blender|audacity|obs(?: studio)?|libreoffice(?: writer| calc| impress)?|thunderbird|vs ?code|visual studio code|(?:a |the )?terminal|the console|nautilus|dolphin|finder|(?:the )?file manager|gedit|kate|(?:the |a )?text editor|(?:the |my |a )?(?:web )?browser|spotify|discord|signal|telegram|zoom|skype|steam|evolution|okular|evince|system settings)'

export const systemRules: readonly Rule[] = [
  ...sureRules('RUN_TERMINAL', [
    /^(?:run|execute|type) .+ (?:in|on|from|using|with) (?:the |a |my )?(?:terminal|shell|command line|console|bash)$/,
    /^(?:in|on|from|using|with) (?:the |a |my )?(?:terminal|shell|command line|console|bash),? (?:run|execute|type|do) \S/,
    /^(?:run|execute)(?: the| this| a)?(?: shell| terminal| bash)? command:? \S/,
  ]),
  ...sureRules('OPEN_APP', [
    new RegExp(
      String.raw`^(?:open|launch|start|run)(?: up)?(?: the| my)? ${programs}(?: app| application| program| browser)?$`,
    ),
    /^(?:open|launch|start) (?:the |an? )?(?:app|application|program) (?:called |named )?["']?[\w .+-]+["']?$/,
  ]),
]
