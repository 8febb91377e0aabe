import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.ts'

/** Debian keeps servers where only root's path leads. */
const program = '/usr/sbin/dovecot'

export const hasDovecot = spawnSync(program, ['--version']).status === 0

export interface Dovecot extends AsyncDisposable {
  /** TLS from the first byte. */
  readonly imapsPort: number
  /** In the clear, with STARTTLS offered. */
  readonly imapPort: number
  readonly lmtpPort: number
  /** Where the mail of a user lies, as Maildir. */
  readonly maildir: (user: string) => string
  readonly caFile: string
  readonly keyFile: string
  readonly certificateFile: string
  /** Whose tokens are good, besides `token`; a provider adds and ends them. */
  readonly goodTokens: Set<string>
  /** What the server wrote into its log. */
  readonly log: () => Promise<string>
}

export const password = 'correct horse'
export const users = ['ada', 'bob'] as const
/** What an authorization server would have given to ada. */
export const token = 'good-token'

export interface DovecotOptions {
  /** How it takes tokens. */
  readonly tokens?: 'xoauth2' | 'oauthbearer'
}

/** A real IMAP server with its own folder, ports, users and certificate; gone when the test ends. */
export async function startDovecot({ tokens: mechanism = 'xoauth2' }: DovecotOptions = {}): Promise<Dovecot> {
  // Short, because the names of sockets have about a hundred characters.
  const root = await realpath(await mkdtemp(join(tmpdir(), 'dc-')))
  await chmod(root, 0o755)
  const [imapsPort, imapPort, lmtpPort] = [await freePort(), await freePort(), await freePort()]
  makeCertificates(root)
  const owner = await mailOwner(root)
  const configuration = join(root, 'dovecot.conf')
  await writeFile(join(root, 'users'), users.map((user) => `${user}:{PLAIN}${password}::::::\n`).join(''))
  await chmod(join(root, 'users'), 0o644)
  const goodTokens = new Set([token])
  const tokens = await startTokenCheck(goodTokens)
  await writeFile(join(root, 'oauth2'), tokenText(tokens.port))
  await writeFile(
    configuration,
    configurationText({ root, owner, mechanism, ports: [imapsPort, imapPort, lmtpPort] }),
  )
  const child = spawn(program, ['-F', '-c', configuration], { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr.on('data', (bytes: Buffer) => (complaint += bytes.toString()))
  try {
    for (const port of [imapsPort, imapPort, lmtpPort]) await untilListening(port, child)
  } catch (error) {
    const log = await readFile(join(root, 'log'), 'utf8').catch(() => '')
    await stop(child)
    tokens.close()
    await rm(root, { recursive: true, force: true })
    throw new Error(`Dovecot did not start: ${complaint}${log}`, { cause: error })
  }
  return {
    imapsPort: imapsPort,
    imapPort: imapPort,
    lmtpPort: lmtpPort,
    maildir: (user) => join(root, 'mail', user),
    caFile: join(root, 'ca.pem'),
    keyFile: join(root, 'server.key'),
    certificateFile: join(root, 'server.pem'),
    goodTokens,
    log: () => readFile(join(root, 'log'), 'utf8').catch(() => ''),
    async [Symbol.asyncDispose]() {
      await stop(child)
      tokens.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

interface Owner {
  readonly name: string
  readonly uid: number
  readonly gid: number
  /** The user for the processes that strangers reach. */
  readonly login: string
  readonly internal: string
}

/** Dovecot refuses to keep mail as root; root gives it to a user of the system, anybody else keeps it themselves. */
async function mailOwner(root: string): Promise<Owner> {
  const mail = join(root, 'mail')
  await mkdir(mail)
  const self = userInfo()
  if (self.uid !== 0) {
    return {
      name: self.username,
      uid: self.uid,
      gid: self.gid,
      login: self.username,
      internal: self.username,
    }
  }
  const nobody = { uid: 65_534, gid: 65_534 }
  await chown(mail, nobody.uid, nobody.gid)
  return { name: 'nobody', ...nobody, login: 'dovenull', internal: 'dovecot' }
}

interface Configuration {
  readonly root: string
  readonly owner: Owner
  readonly mechanism: string
  readonly ports: readonly number[]
}

function configurationText(configuration: Configuration): string {
  return [processesText(configuration), usersText(configuration), foldersText].join('\n')
}

function processesText({ root, owner, ports: [imapsPort, imapPort, lmtpPort] }: Configuration): string {
  return `
base_dir = ${root}/run
state_dir = ${root}/run
log_path = ${root}/log
protocols = imap lmtp
listen = 127.0.0.1
default_login_user = ${owner.login}
default_internal_user = ${owner.internal}
default_internal_group = ${groupOf(owner.internal)}
ssl = yes
ssl_cert = <${root}/server.pem
ssl_key = <${root}/server.key
# The names of services below are those of Dovecot; a chroot needs root.
service imap-login {
  chroot =
  inet_listener imap {
    port = ${imapPort}
  }
  inet_listener imaps {
    port = ${imapsPort}
    ssl = yes
  }
}
service lmtp {
  inet_listener lmtp {
    port = ${lmtpPort}
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`
}

function usersText({ root, owner, mechanism }: Configuration): string {
  return `
mail_uid = ${owner.uid}
mail_gid = ${owner.gid}
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:${root}/mail/%n
disable_plaintext_auth = no
auth_mechanisms = plain login ${mechanism}
auth_failure_delay = 0 secs
auth_username_format = %Ln
passdb {
  driver = passwd-file
  mechanisms = plain login
  args = scheme=PLAIN username_format=%n ${root}/users
}
passdb {
  driver = oauth2
  mechanisms = ${mechanism}
  args = ${root}/oauth2
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${root}/mail/%n allow_all_users=yes
}
`
}

const foldersText = `
namespace inbox {
  inbox = yes
  separator = /
  mailbox Sent {
    auto = create
    special_use = \\Sent
  }
  mailbox Trash {
    auto = create
    special_use = \\Trash
  }
  mailbox Archive {
    auto = create
    special_use = \\Archive
  }
}
`

/** Dovecot asks whose a token is by POST, as it would ask the provider that gave it out (RFC 7662). */
function tokenText(port: number): string {
  return `
introspection_mode = post
introspection_url = http://127.0.0.1:${port}/
username_attribute = username
active_attribute = active
active_value = true
use_grant_password = no
tokeninfo_url =
`
}

async function startTokenCheck(good: ReadonlySet<string>): Promise<{ port: number; close: () => void }> {
  const server = createHttpServer((request, response) => {
    void text(request).then((body) => {
      const isGood = good.has(new URLSearchParams(body).get('token') ?? '')
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(isGood ? { active: true, username: 'ada' } : { active: false }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function groupOf(user: string): string {
  return spawnSync('id', ['-gn', user], { encoding: 'utf8' }).stdout.trim()
}

/** An authority of its own, and a certificate by it for this machine. */
function makeCertificates(root: string): void {
  const openssl = (...words: string[]): void => {
    const { status, stderr } = spawnSync('openssl', words, { cwd: root, encoding: 'utf8' })
    if (status !== 0) throw new Error(`openssl ${words[0]}: ${stderr}`)
  }
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30']
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Test authority')
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-subj', '/CN=localhost']
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-addext', 'basicConstraints=critical,CA:FALSE']
  openssl('req', '-x509', ...key, ...signed, '-keyout', 'server.key', '-out', 'server.pem', ...names)
}

async function untilListening(port: number, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 800; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`)
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return
    } catch {
      await wait(50)
    } finally {
      socket.destroy()
    }
  }
  throw new Error(`nothing listens at ${port}`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
