/** The files of a new project: path inside it, and what stands there. */
export type ProjectFiles = Readonly<Record<string, string>>

export const templateNames = [
  'typescript_library',
  'typescript_service',
  'react_app',
  'python_package',
  'static_site',
  'empty',
] as const

export type TemplateName = (typeof templateNames)[number]

/** What a template writes into its files. */
export interface Project {
  /** As it was given. */
  readonly name: string
  readonly description: string
  /** Who holds the rights, and since when. */
  readonly author: string
  readonly year: number
}

export interface Template {
  readonly files: (project: Project) => ProjectFiles
  /** Commands to go on with, after changing into the folder. */
  readonly nextSteps: readonly string[]
}

/** npm takes no capital letters. */
export function packageName({ name }: Project): string {
  return name.toLowerCase()
}

/** A name that Python can import. */
export function moduleName({ name }: Project): string {
  const word = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  return /^[a-z]/.test(word) && !pythonKeywords.has(word) && !pythonModules.has(word)
    ? word
    : `project_${word}`
}

const pythonKeywords: ReadonlySet<string> = new Set(
  (
    'and as assert async await break class continue def del elif else except finally for from global if import in is ' +
    'lambda nonlocal not or pass raise return try while with yield match case type test tests'
  ).split(' '),
)

/** Python's own modules: they would be imported in place of the project. */
const pythonModules: ReadonlySet<string> = new Set(
  (
    'abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii ' +
    'bisect builtins bz2 calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys ' +
    'compileall concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses ' +
    'dataclasses datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno ' +
    'faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass ' +
    'gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect ' +
    'io ipaddress itertools json keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math ' +
    'mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers ' +
    'opcode operator optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib ' +
    'poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue ' +
    'quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex ' +
    'shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants ' +
    'sre_parse ssl stat statistics string stringprep struct subprocess sunau symtable sys sysconfig syslog ' +
    'tabnanny tarfile telnetlib tempfile termios textwrap this threading time timeit tkinter token tokenize ' +
    'tomllib trace traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu ' +
    'uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile ' +
    'zipimport zlib zoneinfo'
  ).split(' '),
)

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
