/** The tables of the policy, as data: which windows, words and keys make an action one that a person is asked about. */

/** Window classes of terminals. What is typed there and sent with Return is a command. */
export const terminalClasses =
  /^(?:u?x-?term|uxterm|foot(?:client)?|kitty|konsole|yakuake|alacritty|wezterm.*|org\.wezfurlong\.wezterm|st(?:-256color)?|u?rxvt.*|urxvt|(?:gnome|xfce4|mate|lx|q|deepin|pantheon|io\.elementary)[-.]?terminal.*|org\.gnome\.(?:terminal|console|ptyxis)|org\.kde\.konsole|kgx|ptyxis|tilix|terminator|guake|tilda|terminology|cool-retro-term|hyper|tabby|warp|ghostty|com\.mitchellh\.ghostty|rio|contour|termite|sakura|roxterm|eterm|aterm|xfce4-terminal|lxterminal|qterminal|terminal)$/i

/** Prompts that start what is typed into them. */
export const launcherClasses =
  /^(?:rofi|dmenu|krunner|gmrun|ulauncher|albert|wofi|fuzzel|xfce4-appfinder|xfrun4|lxqt-runner|bemenu|tofi)$/i

/** Windows that ask who somebody is. */
export const loginWindows =
  /polkit|policykit|authenticat|gcr-prompter|pinentry|keyring|kwallet|ssh-?askpass|gdm|lightdm|sddm|screensaver|lock ?screen|i3lock|swaylock|xlock|password required|unlock/i

/** Programs that keep passwords, and windows where money moves. */
export const sensitiveWindows =
  /keepass|bitwarden|1password|lastpass|dashlane|enpass|proton ?pass|seahorse|passwords and keys|kleopatra|\b(?:online[- ]?)?bank(?:ing)?\b|paypal|checkout|payment|\bpay\b|stripe|klarna|revolut|coinbase|binance|wallet|credit card|kreditkarte|überweisung|zahlung|bezahlen|kasse|paiement|virement|\bpago\b/i

/** Programs, and pages by their titles, in which Return sends what was written to somebody. */
export const messengerClasses =
  /slack|discord|telegram|signal|element|teams|whatsapp|caprine|mattermost|zulip|rocket\.?chat|threema|wire|skype|hexchat|polari|pidgin|dino|gajim|nheko|fractal|thunderbird|evolution|geary|kmail|claws-mail|betterbird|mailspring/i
export const messengerTitles =
  /\b(?:slack|discord|telegram web|whatsapp|messenger|mattermost|zulip|rocket\.chat|google chat|microsoft teams|gmail|outlook|proton ?mail|fastmail)\b/i

/** Browsers can show our own page; its questions are for people. */
export const browserClasses =
  /firefox|chrom(?:e|ium)|brave|vivaldi|opera|microsoft-edge|epiphany|falkon|librewolf|waterfox|konqueror|midori|qutebrowser|safari/i
export const ownTitle = /\bdeskhand\b/i

export const fileManagerClasses =
  /nautilus|thunar|dolphin|pcmanfm|caja|nemo|files$|krusader|doublecmd|spacefm/i
export const editorClasses =
  /^(?:code(?:-oss|-insiders)?|codium|vscodium|jetbrains-.*|emacs|zed|dev\.zed\.zed|cursor|kate|geany)$/i

/** On a button these words do what cannot be taken back. */
export const riskyLabels =
  /(?<![\p{L}\p{N}])(?:send|submit|post|publish|tweet|share|reply all|forward|delete|remove|erase|discard|empty (?:the )?(?:trash|bin)|format|wipe|reset|uninstall|buy|order|purchase|pay|checkout|donate|subscribe|transfer|withdraw|confirm|approve|authori[sz]e|grant|sign|install|shut ?down|power off|restart|reboot|log ?out|deactivate|close account|overwrite|replace all|don'?t save|senden|abschicken|veröffentlichen|löschen|entfernen|kaufen|bestellen|bezahlen|überweisen|installieren|herunterfahren|neu starten|abmelden|envoyer|supprimer|acheter|payer|enviar|eliminar|borrar|comprar|pagar)(?![\p{L}\p{N}])/iu

/** How a model says that it is about to use such a button. */
export const riskyIntent = new RegExp(
  String.raw`\b(?:click|press|hit|tap|choos|select|us|activat|push)\w*\s+(?:on\s+)?(?:the\s+)?["'“”‘’«]?` +
    riskyLabels.source,
  'iu',
)

/** Keys that nobody can allow: they leave the desktop or end it. */
export const blockedChords: readonly { readonly chord: RegExp; readonly reason: string }[] = [
  { chord: /^ctrl\+alt\+f\d+$/, reason: 'It leaves the desktop for a bare console.' },
  {
    chord: /^ctrl\+alt\+(?:delete|backspace|end)$/,
    reason: 'It ends the session or restarts the computer.',
  },
  { chord: /(?:^|\+)(?:sys_?req|sysrq)/, reason: 'It speaks to the kernel.' },
  { chord: /^ctrl\+alt\+escape$/, reason: 'It is how a person stops this task.' },
]

/** Keys that do more than they look like. */
export const riskyChords: readonly { readonly chord: RegExp; readonly reason: string }[] = [
  { chord: /^alt\+f[23]$/, reason: 'It opens a prompt that starts programs.' },
  { chord: /^ctrl\+alt\+t$/, reason: 'It opens a terminal.' },
  { chord: /^ctrl\+(?:shift\+)?(?:`|grave|´|ö)$/, reason: 'It opens a terminal inside of the editor.' },
  { chord: /^(?:ctrl|super)\+(?:return|enter|kp_enter)$/, reason: 'It usually sends what was written.' },
  { chord: /^shift\+delete$/, reason: 'It deletes without a way back.' },
]

/** Keys that put in what was copied somewhere. */
export const pasteChords = /^(?:ctrl|super)\+(?:shift\+)?v$|^(?:ctrl\+)?shift\+insert$|^ctrl\+insert$/
export const pasteLabels = /paste|einfügen|coller|pegar/i

/** Keys that only change between windows and tabs: also our own page may be left with them. */
export const leavingChords =
  /^(?:(?:alt|super|ctrl)\+(?:shift\+)?tab|super(?:\+\w+)?|alt\+escape|ctrl\+[tnl]|ctrl\+(?:prior|next)|ctrl\+\d)$/

/** Not opened by a model: they put programs onto the computer or need rights that it does not have. */
export const blockedApps =
  /\b(?:synaptic|gdebi|gnome-?software|plasma-?discover|discover|pamac|octopi|apper|muon|update-?manager|software (?:center|centre|store|updater)|gparted|partitionmanager|disks|gnome-disks|users-admin)\b/i
export const terminalApps =
  /terminal|konsole|xterm|\bterm\b|kitty|alacritty|foot|tilix|terminator|guake|yakuake|console|ghostty|wezterm|\bshell\b|powershell/i
