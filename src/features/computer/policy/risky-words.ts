/** The tables of the policy, as data: which windows, words and keys make an action one that a person is asked about. */

/** Prompts that start what is typed into them, and panels whose menus do. */
export const launcherClasses =
  /^(?:rofi|dmenu|krunner|gmrun|ulauncher|albert|wofi|fuzzel|xfce4-appfinder|xfrun4|lxqt-runner|bemenu|tofi|synapse|kupfer|anyrun|walker|plasmashell|gnome-shell|cinnamon|xfce4-panel|wrapper-\d.*|(?:mate|lxqt|lx|budgie|tint2)-?panel|brisk-menu|spotlight|alfred|raycast)$/i

/** Windows in which what is typed runs in the page of another. */
export const consoleTitles = /^dev ?tools\b|developer tools|browser console|web console/i

/** Windows that ask who somebody is. */
export const loginWindows =
  /polkit|policykit|authenticat|gcr-prompter|pinentry|keyring|kwallet|ssh-?askpass|gdm|lightdm|sddm|screensaver|lock ?screen|i3lock|swaylock|xlock|password required|unlock/i

/** Programs that keep passwords, and windows where money moves. */
export const sensitiveWindows =
  /keepass|bitwarden|1password|lastpass|dashlane|enpass|proton ?pass|seahorse|passwords and keys|kleopatra|\b(?:online[- ]?)?bank(?:ing)?\b|paypal|checkout|payment|\bpay\b|stripe|klarna|revolut|coinbase|binance|wallet|credit card|kreditkarte|überweisung|zahlung|bezahlen|kasse|paiement|virement|\bpago\b/i

/** Programs, and pages by their titles, in which Return sends what was written to somebody. */
export const messengerClasses =
  /slack|discord|telegram|signal|element|teams|whatsapp|caprine|mattermost|zulip|rocket\.?chat|threema|wire|skype|hexchat|polari|pidgin|dino|gajim|nheko|fractal|thunderbird|evolution|geary|kmail|claws-mail|betterbird|mailspring|sylpheed|wechat|viber|zoom/i
export const messengerTitles =
  /\b(?:slack|discord|telegram web|whatsapp|messenger|mattermost|zulip|rocket\.chat|google chat|google meet|microsoft teams|facebook|instagram|linkedin|wechat|viber|zoom|gmail|outlook|hotmail|yahoo mail|icloud mail|zoho mail|proton ?mail|tutanota|fastmail|roundcube|gmx|web\.de)\b/i
const mailClasses =
  /thunderbird|evolution|geary|kmail|claws-mail|betterbird|mailspring|sylpheed|^mail$|outlook/i

/** Browsers can show our own page; its questions are for people. */
export const browserClasses =
  /firefox|chrom(?:e|ium)|brave|vivaldi|opera|microsoft-edge|epiphany|falkon|librewolf|waterfox|konqueror|midori|qutebrowser|safari/i
export const ownClass = /\bdeskhand\b/i
/** The name as a word of its own: a file or folder that has it in its name is nothing of ours. */
export const ownTitle = /(?<![\w./-])deskhand(?![\w./-])/i
/** Commands that move the mouse and press keys. */
export const inputCommands =
  /(?<![\w.-])(?:xdotool|ydotool|dotoolc?|wtype|xte|xvkbd|xmacroplay|cliclick)(?![\w.-])/i
/** Commands that answer our own questions, or change who is asked. */
export const ownCommands =
  /\/api\/(?:confirm|settings)|\bdeskhand\b[^;&|\n]*\b(?:confirm|approve|api|settings|token)\b/i

/** Where files lie: also the desktop itself. */
export const fileManagerClasses =
  /nautilus|thunar|dolphin|pcmanfm|caja|nemo|files$|krusader|doublecmd|spacefm|finder|xfdesktop|desktop_window/i
export const binLabels =
  /(?<!\p{L})(?:trash|bin|waste ?basket|rubbish|papierkorb|corbeille|papelera|cestino|корзин|回收站|ごみ箱)/iu
/** Windows that show what was thrown away: deleting there is for good. */
const trashTitles =
  /(?<!\p{L})(?:trash|(?:recycle|rubbish) bin|waste ?basket|papierkorb|corbeille|papelera|cestino|prullenbak|lixeira|kosz|корзин|回收站|废纸篓|ゴミ箱|ごみ箱|휴지통)/iu
/** Editors that have a terminal inside. */
export const editorClasses =
  /^(?:code(?:-oss|-insiders|-url-handler)?|(?:vs)?codium|jetbrains-.*|emacs|(?:dev\.zed\.)?zed|cursor|windsurf|trae|positron|theia|lapce|rstudio|kate|kdevelop|geany|org\.gnome\.builder|gnome-builder|qtcreator|spyder)$/i

/** What a control does that cannot be taken back. */
export type RiskKind = 'sends' | 'deletes' | 'pays' | 'allows' | 'submits' | 'replaces' | 'ends'

/** What takes something away, rather than out of a list. */
const deletion = {
  words: [
    'delete|erase|wipe|löschen|supprimer|effacer|eliminar|borrar|excluir|elimina|cancella|verwijderen|wissen|usuń',
    'удалить',
  ].join('|'),
  signs: '删除|刪除|削除|삭제|🗑',
}
const emptying = {
  words: [
    '(?:empty|clear) (?:the )?(?:trash|(?:recycle |rubbish )?bin|waste ?basket)|papierkorb (?:ent)?leeren',
    'vider la corbeille|vaciar (?:la )?papelera|esvaziar (?:a )?lixeira|svuota (?:il )?cestino|prullenbak legen',
    'opróżnij kosz|очистить корзину',
  ].join('|'),
  signs: '清空回收站|清空废纸篓|ゴミ箱を空に|휴지통 비우기',
}

/** The words for it on buttons, and the signs and words of languages that put no space between them. */
const riskyWords: Readonly<Record<RiskKind, { readonly words: string; readonly signs?: string }>> = {
  sends: {
    words: [
      'send|post|publish|tweet|share|reply all|forward|invite|merge|deploy',
      'senden|abschicken|veröffentlichen|teilen|envoyer|publier|partager|enviar|publicar|compartir',
      'invia|pubblica|condividi|verzenden|versturen|delen|wyślij|opublikuj|отправить|опубликовать|поделиться',
    ].join('|'),
    signs: '发送|發送|发布|送信|投稿|보내기|전송',
  },
  deletes: {
    words: [
      deletion.words,
      emptying.words,
      "remove|discard|reset|uninstall|overwrite|don'?t save",
      // Not the kind of a file, as in "Keep ODF Format".
      String.raw`(?<=^\P{L}*|\b(?:on|the|click|press|hit|tap)\s["'“‘«]?)format`,
      '(?:move(?:d)? to|put in(?:to)?) (?:the )?(?:trash|bin|waste ?basket)|deactivate|close account',
      'entfernen|verwerfen|in den papierkorb(?: verschieben)?',
    ].join('|'),
    signs: `${deletion.signs}|${emptying.signs}`,
  },
  pays: {
    words: [
      'buy|order|purchase|pay|checkout|donate|subscribe|renew|bid|book now|reserve|transfer|withdraw',
      'kaufen|bestellen|bezahlen|überweisen|acheter|commander|payer|comprar|pagar|acquista|compra|paga',
      'kopen|betalen|kup|zapłać|купить|оплатить',
    ].join('|'),
    signs: '购买|購買|支付|付款|購入|支払|구매|결제|🛒',
  },
  allows: {
    words: [
      'approve|allow|authori[sz]e|grant|sign(?! in(?!\\p{L}))|install|erlauben|installieren|autoriser|installer|permitir|instalar',
      'consenti|installa|toestaan|installeren|zainstaluj|разрешить|установить',
    ].join('|'),
    signs: '安装|允许|許可|インストール|설치',
  },
  submits: {
    words: 'submit|sign in|confirm|bestätigen|confirmer|confirmar|conferma|bevestigen|potwierdź|подтвердить',
    signs: '提交|确认|確認|제출',
  },
  // In a text, which can be undone.
  replaces: { words: 'replace all' },
  ends: {
    words: 'shut ?down|power off|restart|reboot|log ?out|herunterfahren|neu starten|abmelden|apagar',
  },
}

const patternOf = (words: string, signs: string | undefined) =>
  String.raw`(?<![\p{L}\p{N}])(?:${words})(?![\p{L}\p{N}])${signs === undefined ? '' : `|${signs}`}`
const kinds = Object.entries(riskyWords) as [RiskKind, { words: string; signs?: string }][]

export const riskyKinds: readonly { readonly kind: RiskKind; readonly label: RegExp }[] = kinds.map(
  ([kind, { words, signs }]) => ({ kind, label: new RegExp(patternOf(words, signs), 'iu') }),
)
export const riskyLabels = new RegExp(
  kinds.map(([, { words, signs }]) => patternOf(words, signs)).join('|'),
  'iu',
)

export const deletionLabels = new RegExp(patternOf(deletion.words, deletion.signs), 'iu')
export const emptyingLabels = new RegExp(patternOf(emptying.words, emptying.signs), 'iu')
/** That it cannot be taken back. */
export const permanence = new RegExp(
  patternOf(
    [
      'permanent(?:ly|e|emente)?|forever|for good|immediately|irrevocabl[ey]|endgültig|dauerhaft|unwiderruflich|sofort',
      'définitivement|definitiv(?:amente|ement)|immédiatement|para siempre|per sempre|definitief|trwale|навсегда|безвозвратно',
    ].join('|'),
    '永久|彻底|徹底|完全に|완전히|영구',
  ),
  'iu',
)

/** How a model says that it is about to use such a button. */
export const riskyIntents = new RegExp(
  String.raw`\b(?:click|press|hit|tap|choos|select|us|activat|push)\w*\s+(?:on\s+)?(?:the\s+)?["'“”‘’«]?(?<label>${riskyLabels.source})`,
  'giu',
)

/** Keys that nobody can allow: they leave the desktop or end it. */
export const blockedChords: readonly { readonly chord: RegExp; readonly reason: string }[] = [
  { chord: /^ctrl\+alt\+f\d+$/, reason: 'It leaves the desktop for a text console.' },
  {
    chord: /^ctrl\+alt\+(?:delete|backspace|end)$/,
    reason: 'It ends the session or restarts the computer.',
  },
  { chord: /(?:^|\+)(?:sys_?req|sysrq)/, reason: 'It talks to the kernel.' },
  { chord: /^ctrl\+alt\+(?:shift\+)?escape$/, reason: 'It is the key that stops this task.' },
]

/** Keys that do more than they look like. */
export const riskyChords: readonly {
  readonly chord: RegExp
  readonly reason: string
  /** Windows in which it is asked about also where the caller said that nobody is to be asked. */
  readonly alwaysIn?: RegExp
}[] = [
  { chord: /^alt\+f[23]$/, reason: 'It opens a prompt that starts programs.' },
  { chord: /^ctrl\+alt\+t$/, reason: 'It opens a terminal.' },
  { chord: /^ctrl\+(?:shift\+)?(?:`|grave|´|ö)$/, reason: 'It opens a terminal inside the editor.' },
  {
    chord: /(?:^|\+)(?:ctrl|super)\+(?:\w+\+)*(?:return|enter|kp_enter)$/,
    reason: 'It usually sends what was written.',
  },
  {
    chord: /^shift\+(?:delete|kp_decimal|kp_delete)$/,
    reason: 'It deletes permanently.',
    alwaysIn: new RegExp(`${fileManagerClasses.source}|${mailClasses.source}`, 'i'),
  },
]

/** Keys that mean something else from window to window. */
export const keysInWindows: readonly {
  readonly chord: RegExp
  /** Class of the window. */
  readonly window: RegExp
  readonly reason: string
  /** Only while no text is being written. */
  readonly isOfLists?: boolean
  /** What it does cannot be undone: in all such windows, or in those with such a title. */
  readonly isForGood?: RegExp
}[] = [
  {
    chord: /^(?:(?:ctrl|super)\+)?(?:delete|kp_decimal|kp_delete)$|^super\+backspace$/,
    window: fileManagerClasses,
    reason: 'It deletes files.',
    isForGood: trashTitles,
  },
  {
    chord: /^(?:alt\+(?:shift\+)?|shift\+)super\+backspace$/,
    window: fileManagerClasses,
    reason: 'It deletes permanently, or empties the trash.',
    isForGood: /(?:)/,
  },
  { chord: /^delete$/, window: mailClasses, reason: 'It deletes emails.', isOfLists: true },
  { chord: /^alt\+s$/, window: mailClasses, reason: 'It sends an email.' },
  {
    chord: /^f12$|^ctrl\+shift\+[ijkc]$|^alt\+super\+[ijkc]$/,
    window: browserClasses,
    reason: 'It opens a console, which runs programs in the page.',
  },
]

/** Keys that may bring up a prompt of the desktop, which often is no window that anybody tells of. */
export const launcherChords =
  /^(?:(?:\w+\+)*super(?:\+.+)?|(?:alt|ctrl)\+space|ctrl\+alt\+[a-z\d]|alt\+f[1-3])$/
/** Of those, the ones that only move windows. */
export const tilingChords =
  /^(?:\w+\+)*super\+(?:\w+\+)*(?:left|right|up|down|tab|prior|next|home|end|minus|plus|\d)$/

/** Keys that put in what was copied somewhere. */
export const pasteChords = /^(?:ctrl|super)\+(?:shift\+)?v$|^(?:ctrl\+)?shift\+insert$|^ctrl\+insert$/
export const pasteLabels = /paste|einfügen|coller|pegar/i

/** Keys that only change between windows and tabs: also our own page may be left with them. */
export const leavingChords =
  /^(?:(?:alt|super|ctrl)\+(?:shift\+)?tab|super(?:\+\w+)?|alt\+escape|ctrl\+[tnl]|ctrl\+(?:prior|next)|ctrl\+\d)$/

/** Not opened by a model: they put programs onto the computer or need rights that it does not have. */
export const blockedApps =
  /\b(?:synaptic|gdebi|gnome-?software|plasma-?discover|discover|pamac|octopi|apper|muon|update-?manager|software (?:center|centre|store|updater)|gparted|partitionmanager|disks|gnome-disks|users-admin)\b/i
export const shellNames = /\b(?:foot|shell|powershell|bash|zsh|command(?: line| prompt)?|cmd)\b/i
