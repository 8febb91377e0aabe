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
export const ownTitle = /\bdeskhand\b/i
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
/** Editors that have a terminal inside. */
export const editorClasses =
  /^(?:code(?:-oss|-insiders|-url-handler)?|(?:vs)?codium|jetbrains-.*|emacs|(?:dev\.zed\.)?zed|cursor|windsurf|trae|positron|theia|lapce|rstudio|kate|kdevelop|geany|org\.gnome\.builder|gnome-builder|qtcreator|spyder)$/i

/** On a button these words do what cannot be taken back. */
const riskyWords = [
  'send|submit|post|publish|tweet|share|reply all|forward|invite|merge|deploy',
  "delete|remove|erase|discard|format|wipe|reset|uninstall|overwrite|replace all|don'?t save",
  '(?:empty|move(?:d)? to|put in(?:to)?) (?:the )?(?:trash|bin|waste ?basket)',
  'buy|order|purchase|pay|checkout|donate|subscribe|renew|bid|book now|reserve|transfer|withdraw',
  'confirm|approve|allow|authori[sz]e|grant|sign|install|deactivate|close account',
  'shut ?down|power off|restart|reboot|log ?out',
  'senden|abschicken|veröffentlichen|teilen|löschen|entfernen|verwerfen|kaufen|bestellen|bezahlen|überweisen',
  'bestätigen|erlauben|installieren|herunterfahren|neu starten|abmelden|in den papierkorb(?: verschieben)?',
  'envoyer|publier|partager|supprimer|effacer|acheter|commander|payer|confirmer|autoriser|installer',
  'enviar|publicar|compartir|eliminar|borrar|comprar|pagar|confirmar|permitir|instalar|excluir|apagar',
  'invia|pubblica|condividi|elimina|cancella|acquista|compra|paga|conferma|consenti|installa',
  'verzenden|versturen|delen|verwijderen|wissen|kopen|betalen|bevestigen|toestaan|installeren',
  'wyślij|opublikuj|usuń|kup|zapłać|potwierdź|zainstaluj',
  'отправить|опубликовать|поделиться|удалить|купить|оплатить|подтвердить|разрешить|установить',
].join('|')
/** Words of languages that put no space between them, and signs. */
const riskySigns =
  '发送|發送|提交|发布|删除|刪除|购买|購買|支付|付款|确认|確認|安装|允许|送信|投稿|削除|購入|支払|許可|インストール|보내기|전송|삭제|구매|결제|설치|🗑|🛒'
export const riskyLabels = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${riskyWords})(?![\p{L}\p{N}])|${riskySigns}`,
  'iu',
)

/** How a model says that it is about to use such a button. */
export const riskyIntent = new RegExp(
  String.raw`\b(?:click|press|hit|tap|choos|select|us|activat|push)\w*\s+(?:on\s+)?(?:the\s+)?["'“”‘’«]?(?:${riskyLabels.source})`,
  'iu',
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
export const riskyChords: readonly { readonly chord: RegExp; readonly reason: string }[] = [
  { chord: /^alt\+f[23]$/, reason: 'It opens a prompt that starts programs.' },
  { chord: /^ctrl\+alt\+t$/, reason: 'It opens a terminal.' },
  { chord: /^ctrl\+(?:shift\+)?(?:`|grave|´|ö)$/, reason: 'It opens a terminal inside the editor.' },
  {
    chord: /(?:^|\+)(?:ctrl|super)\+(?:\w+\+)*(?:return|enter|kp_enter)$/,
    reason: 'It usually sends what was written.',
  },
  { chord: /^shift\+delete$/, reason: 'It deletes permanently.' },
]

/** Keys that mean something else from window to window. */
export const keysInWindows: readonly {
  readonly chord: RegExp
  /** Class of the window. */
  readonly window: RegExp
  readonly reason: string
  /** Only while no text is being written. */
  readonly isOfLists?: boolean
}[] = [
  {
    chord: /^(?:(?:ctrl|super)\+)?(?:delete|kp_decimal)$|^super\+backspace$/,
    window: fileManagerClasses,
    reason: 'It deletes files.',
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
