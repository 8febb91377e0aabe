import { rules, type Rule } from './rule.ts'

const machine = '(?:computer|machine|laptop|system|server|pc|mac|device)'

export const systemRules: readonly Rule[] = [
  ...rules(
    'system.disk',
    [
      /\b(?:disk|hard drive|ssd|storage|drive) (?:space|usage|use|full)\b/,
      /\b(?:free|available) (?:disk )?space\b(?=.*\b(?:disk|drive|computer|machine|left|have)\b)/,
      /\bhow (?:much|full)\b.*\b(?:disk|hard drive|ssd|storage)\b/,
      /\brunning out of (?:disk )?(?:space|storage)\b/,
      /^(?:disk|storage)$/,
    ],
    /\b(?:parking|closet|phone)\b/,
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
    /\b(?:cpu|processor)\b.*\b(?:usage|load|temperature|use|busy|hot|speed)\b/,
    /\b(?:how (?:busy|hot)|usage of)\b.*\b(?:cpu|processor)\b/,
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
