import { rules, sureRules, type Rule } from './rule.ts'

const machine = '(?:computer|machine|laptop|system|server|pc|mac|device)'

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
  ...sureRules('system.temperature', [
    /\b(?:cpu|processor|core|gpu|system|computer|laptop|machine|pc)(?:'s)? (?:temp|temps|temperatures?)\b/,
    /\btemperature of (?:my|the|this) (?:cpu|processor|computer|laptop|machine|pc|system)\b/,
    /^how (?:hot|warm) is (?:my|the|this) (?:cpu|processor|computer|laptop|machine|pc)(?: (?:running|getting|right now|now))?$/,
    /^is (?:my|the|this) (?:cpu|processor|computer|laptop|machine|pc) (?:overheating|too hot|hot)$/,
  ]),
  ...sureRules('system.network', [
    /^(?:what|which) (?:is|are) (?:my|the|this (?:computer|machine)'s|our) (?:local |private |internal |public |external )?(?:ip|ips|ip address(?:es)?)(?: address)?$/,
    /^(?:show|tell|give|get)(?: me)? (?:my|the) (?:local |public )?ip(?: address)?$/,
    /^(?:my )?(?:local )?ip(?: address)?$/,
    /^ip (?:a|addr)$|^ifconfig$/,
  ]),
  ...sureRules('system.host', [
    /^(?:what is |show (?:me )?|tell me )?(?:my|the|this (?:computer|machine)'s) (?:hostname|host name|computer name|machine name|computer's name)$/,
    /^what is (?:the name of (?:my|this) (?:computer|machine|pc|laptop)|(?:my|this) (?:computer|machine|pc|laptop) called)$/,
    /^hostname$|^uname(?: -a)?$/,
    /^(?:what|which) (?:os|operating system|kernel|linux|version of (?:linux|windows|macos)|distro|distribution)(?: version)? (?:am i (?:running|using|on)|do i (?:have|use|run)|is (?:this|installed|running)(?: (?:computer|machine|pc|laptop))?(?: running)?|does (?:this|my) (?:computer|machine|pc|laptop) (?:run|have|use))(?: on)?$/,
    /^what (?:is )?(?:my|the|this) (?:os|operating system|kernel)(?: version)?$/,
    /^(?:os|operating system|kernel)(?: version)?$/,
  ]),
  ...sureRules('system.processes', [
    /^(?:top|htop|ps(?: aux)?|task manager|(?:open|show)(?: me)?(?: the)? task manager)$/,
  ]),
  ...rules(
    'system.disk',
    [
      /\b(?:disk|hard drive|ssd|storage|drive) (?:space|usage|use|full)\b/,
      /\b(?:free|available) (?:disk )?space\b(?=.*\b(?:disk|drive|computer|machine|left|have)\b)/,
      /\bhow (?:much|full)\b.*\b(?:disk|hard drive|ssd|storage)\b/,
      /\brunning out of (?:disk )?(?:space|storage)\b/,
      /^(?:disk|storage)$/,
    ],
    /\b(?:parking|closet|phone)\b|^what is (?:taking|using|eating|hogging|filling)\b/,
  ),
  ...rules(
    'system.memory',
    [
      /\b(?:memory|ram) (?:usage|use|used|free|left|available)\b/,
      /\bhow much\b.*\b(?:ram|memory)\b/,
      /\bavailable memory\b/,
      /\bout of (?:memory|ram)\b/,
    ],
    /\bgood memory\b/,
  ),
  ...rules('system.cpu', [
    /\b(?:cpu|processor)\b.*\b(?:usage|load|use|busy|speed)\b/,
    /\b(?:how busy|usage of)\b.*\b(?:cpu|processor)\b/,
    new RegExp(String.raw`\bwhy is my ${machine} (?:so )?(?:slow|hot|loud)\b`),
    /\bsystem (?:load|metrics|status|health)\b/,
    new RegExp(String.raw`^how is my ${machine} doing$`),
    /^cpu$/,
  ]),
  ...rules(
    'system.battery',
    [
      /\bbattery (?:level|status|percentage|left|life|charge|power)\b/,
      /\bhow much\b.*\bbattery\b/,
      new RegExp(String.raw`\bis my (?:${machine}|battery) (?:charging|charged|low|full)\b`),
      /^battery$/,
    ],
    /\b(?:car|phone|replace|change)\b/,
  ),
  ...rules('system.processes', [
    /\b(?:processes|programs|apps|applications)\b.*\b(?:running|open|using)\b/,
    /\b(?:running|top) (?:processes|programs|apps)\b/,
    /\bwhat is (?:using|eating|hogging)\b.*\b(?:cpu|memory|ram)\b/,
  ]),
  ...rules('system.uptime', [
    /\buptime\b/,
    new RegExp(String.raw`\bhow long has (?:this|my|the) ${machine} been (?:running|on|up)\b`),
    /\blast (?:reboot|restart|boot)\b/,
  ]),
]
