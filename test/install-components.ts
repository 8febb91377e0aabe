import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

type Component = {
  readonly package: string
  /** Tests do with another one where it cannot be had. */
  readonly isOptional?: true
} & ({ readonly command: string } | { readonly module: string } | { readonly file: string })

/** The programs, Python modules and fonts that tests use as they are, each with the Debian package that has it. */
const components: readonly Component[] = [
  { package: 'at-spi2-core', file: '/usr/libexec/at-spi-bus-launcher' },
  { package: 'bubblewrap', command: 'bwrap' },
  { package: 'chromium', command: 'chromium' },
  { package: 'chromium-headless-shell', command: 'chromium-headless-shell', isOptional: true },
  { package: 'curl', command: 'curl' },
  { package: 'dbus', command: 'dbus-run-session' },
  { package: 'dovecot-imapd', file: '/usr/lib/dovecot/imap' },
  { package: 'dovecot-lmtpd', file: '/usr/lib/dovecot/lmtp' },
  { package: 'dunst', command: 'dunst' },
  { package: 'faketime', file: '/usr/lib/*/faketime/libfaketime.so.1' },
  { package: 'fd-find', command: 'fdfind' },
  { package: 'fish', command: 'fish' },
  // LibreOffice draws with what is installed; without these a page looks different on every machine.
  { package: 'fonts-dejavu-core', file: '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf' },
  { package: 'fonts-liberation', file: '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf' },
  { package: 'foot', command: 'foot' },
  { package: 'galculator', command: 'galculator' },
  { package: 'gir1.2-gtk-3.0', file: '/usr/lib/*/girepository-1.0/Gtk-3.0.typelib' },
  { package: 'git', command: 'git' },
  { package: 'gnome-keyring', command: 'gnome-keyring-daemon' },
  { package: 'grim', command: 'grim' },
  { package: 'gvfs', file: '/usr/libexec/gvfsd-trash' },
  { package: 'libreoffice-calc', command: 'localc' },
  // Without it LibreOffice tells nothing of its windows.
  { package: 'libreoffice-gtk3', file: '/usr/lib/libreoffice/program/libvclplug_gtk3lo.so' },
  { package: 'libreoffice-impress', command: 'loimpress' },
  { package: 'libreoffice-writer', command: 'lowriter' },
  { package: 'mousepad', command: 'mousepad' },
  { package: 'openbox', command: 'openbox' },
  { package: 'openssl', command: 'openssl' },
  { package: 'poppler-utils', command: 'pdftotext' },
  { package: 'postgresql', file: '/usr/lib/postgresql/*/bin/postgres' },
  { package: 'python3', command: 'python3' },
  { package: 'python3-docx', module: 'docx' },
  { package: 'python3-gi', module: 'gi' },
  { package: 'python3-openpyxl', module: 'openpyxl' },
  { package: 'python3-tk', module: 'tkinter' },
  { package: 'radicale', command: 'radicale' },
  { package: 'strace', command: 'strace' },
  { package: 'sway', command: 'sway' },
  { package: 'tesseract-ocr', command: 'tesseract' },
  { package: 'thunar', command: 'thunar' },
  { package: 'tnef', command: 'tnef' },
  { package: 'unzip', command: 'unzip' },
  { package: 'wl-clipboard', command: 'wl-copy' },
  { package: 'wtype', command: 'wtype' },
  { package: 'x11-utils', command: 'xprop' },
  { package: 'x11-xserver-utils', command: 'xrandr' },
  { package: 'xauth', command: 'xauth' },
  { package: 'xdg-utils', command: 'xdg-mime' },
  { package: 'xdotool', command: 'xdotool' },
  { package: 'xfce4-settings', command: 'xfce4-appearance-settings' },
  { package: 'xfonts-base', file: '/usr/share/fonts/X11/misc/fonts.dir' },
  { package: 'xfwm4', command: 'xfwm4' },
  { package: 'xterm', command: 'xterm' },
  { package: 'xvfb', command: 'Xvfb' },
  { package: 'xwayland', command: 'Xwayland' },
  { package: 'zsh', command: 'zsh' },
]

/** Puts in what is missing where that is possible. A machine that proves the project must have all of it. */
export function setup(): void {
  const before = missing()
  if (before.length === 0) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) install(before)
  const after = missing()
    .filter(({ isOptional }) => !isOptional)
    .map((component) => component.package)
  if (after.length === 0) return
  const sentence = `The tests use programs that are not installed: ${after.join(', ')} (names of Debian packages).`
  if (process.env['CI']) throw new Error(sentence)
  process.stderr.write(`${sentence} What needs them is skipped or fails.\n`)
}

function missing(): Component[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const wanted = components.flatMap((component) => ('module' in component ? [component.module] : []))
  const modules = installedModules(wanted)
  const isThere = (component: Component) => {
    if ('file' in component) return globSync(component.file).length > 0
    if ('module' in component) return modules.has(component.module)
    return folders.some((folder) => isProgram(join(folder, component.command)))
  }
  return components.filter((component) => !isThere(component))
}

/** Asks the system's own Python: another one that comes first on the path does not see Debian's modules. */
function installedModules(names: readonly string[]): Set<string> {
  const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'
  const script = 'import importlib.util, sys; print(*filter(importlib.util.find_spec, sys.argv[1:]))'
  const { stdout } = spawnSync(python, ['-c', script, ...names], { encoding: 'utf8' })
  return new Set((stdout ?? '').trim().split(' '))
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function install(wanted: readonly Component[]): void {
  const names = wanted.map((component) => component.package)
  process.stderr.write(`Installing ${names.join(', ')} for the tests …\n`)
  const apt = (...words: string[]) =>
    spawnSync('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=300', ...words], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update')
  // One name that is not known would keep all from being installed.
  for (const part of [wanted.filter((one) => !one.isOptional), wanted.filter((one) => one.isOptional)])
    if (part.length > 0)
      apt('install', '--yes', '--no-install-recommends', ...part.map((component) => component.package))
}
