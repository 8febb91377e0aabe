// What a hostile program tries on its way to the service, the person's files and other programs. It is run twice: with all
// rights, where most of it must work, and in the sandbox. Everything that works prints GOT; the rest says why not.
import { spawn, spawnSync } from 'node:child_process'
import { connect } from 'node:net'

const { port, home, run, parent, tag, abstract, temporary } = JSON.parse(process.env.ATTACK)
const results = {}

function knock(name, place) {
  return new Promise((resolve) => {
    const end = (result) => {
      results[name] ??= result
      socket.destroy()
      resolve()
    }
    const socket = connect(place)
    socket.setTimeout(5000, () => end('timeout'))
    socket.on('connect', () =>
      socket.write(`GET /${tag}-${name} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`),
    )
    socket.on('data', () => end('GOT an answer'))
    socket.on('error', (error) => end(error.code))
  })
}

function shell(name, script) {
  const { stdout, stderr } = spawnSync('/bin/sh', ['-c', script], { encoding: 'utf8', timeout: 15_000 })
  results[name] = (stdout.includes('GOT') ? 'GOT ' : '') + (stdout + stderr).trim().slice(0, 200)
}

await Promise.all([
  knock('loopback-4', { host: '127.0.0.1', port }),
  knock('loopback-6', { host: '::1', port }),
  knock('loopback-other', { host: '127.8.8.8', port }),
  knock('loopback-mapped', { host: '::ffff:127.0.0.1', port }),
  knock('loopback-zero', { host: '0.0.0.0', port }),
  knock('socket-of-the-service', { path: `${home}/.local/share/deskhand/service.sock` }),
  knock('socket-in-the-workspace', { path: `${home}/Documents/other.sock` }),
  knock('socket-in-tmp', { path: `${temporary}.sock` }),
  knock('socket-of-x11', { path: `${temporary}-X77` }),
  knock('socket-of-the-bus', { path: `${run}/bus` }),
  knock('abstract-socket', { path: `\0${abstract}` }),
  knock('abstract-x11', { path: `\0/tmp/.X11-unix/${abstract}` }),
])

const perl = (script) => `perl -MSocket -e '${script}'`
const number = (arm, intel) => `$n = (\`uname -m\` =~ /aarch64/) ? ${arm} : ${intel};`

shell(
  'proxy-to-loopback',
  `curl -sf -m 5 -x "\${http_proxy:-http://127.0.0.1:${port}}" http://127.0.0.1:${port}/${tag}-proxy && echo GOT`,
)
shell('other-processes', `[ -e /proc/${parent}/status ] && grep -q Name: /proc/${parent}/status && echo GOT`)
shell('environment-of-the-service', `tr "\\0" "\\n" < /proc/${parent}/environ | grep -q . && echo GOT`)
shell('memory-map-of-the-service', `head -c 1 /proc/${parent}/maps | grep -q . && echo GOT`)
shell('root-of-the-service', `ls /proc/${parent}/root${home}/.ssh && echo GOT`)
shell('signal-to-the-service', `kill -0 ${parent} && echo GOT`)
shell('private-key', `cat ${home}/.ssh/id_rsa && echo GOT`)
shell('key-by-a-link', `cat ${home}/Documents/project/link && echo GOT`)
shell('key-by-a-linked-folder', `cat ${home}/Documents/project/folder/id_rsa && echo GOT`)
shell('dot-env', `grep SECRET ${home}/Documents/project/.env && echo GOT`)
shell('key-in-the-workspace', `grep PRIVATE ${home}/Documents/project/server.pem && echo GOT`)
shell('token-in-git-config', `grep ghp_ ${home}/Documents/project/.git/config && echo GOT`)
shell('data-of-the-service', `cat ${home}/.local/share/deskhand/settings.json && echo GOT`)
shell('write-home', `echo x > ${home}/.bash_completion && echo GOT`)
shell('write-hook', `echo x > ${home}/Documents/project/.git/hooks/${tag} && echo GOT`)
shell('write-git-config', `echo "[core]" >> ${home}/Documents/project/.git/config && echo GOT`)
shell(
  'move-repository',
  `mv ${home}/Documents/project/.git ${home}/Documents/project/.${tag} && mv ${home}/Documents/project/.${tag} ${home}/Documents/project/.git && echo GOT`,
)
shell('write-workspace', `echo x > ${home}/Documents/written-${tag} && echo GOT`)
shell('setuid', 'grep "NoNewPrivs:.*0" /proc/self/status && echo GOT')
shell('user-namespace', 'unshare -Ur true && echo GOT')
shell(
  'user-namespace-by-clone',
  perl(
    `${number(220, 56)} $r = syscall($n, 0x10000000|17, 0, 0, 0, 0); exit 0 if $r == 0; waitpid($r, 0); print $r > 0 ? "GOT" : "$!"`,
  ),
)
shell('mount', 'unshare -Urm mount -t tmpfs none /mnt && echo GOT')
shell('unix-socket', perl('socket(A, AF_UNIX, SOCK_STREAM, 0) or die "$!"; print "GOT"'))
shell('datagram-pair', perl('socketpair(A, B, AF_UNIX, SOCK_DGRAM, 0) or die "$!"; print "GOT"'))
shell('vsock', perl('socket(A, 40, 1, 0) or die "$!"; print "GOT"'))
shell('crypto-socket', perl('socket(A, 38, 5, 0) or die "$!"; print "GOT"'))
shell('ptrace', perl(`${number(117, 101)} print syscall($n, 0, 0, 0, 0) == 0 ? "GOT" : "$!"`))
shell('io-uring', perl('$p = "\\0" x 120; print syscall(425, 4, $p) >= 0 ? "GOT" : "$!"'))
shell('keys', perl(`${number(219, 250)} print syscall($n, 0, -3, 1) >= 0 ? "GOT" : "$!"`))
shell(
  'add-key',
  perl(`${number(217, 248)} print syscall($n, "user", "deskhand-test", "x", 1, -3) >= 0 ? "GOT" : "$!"`),
)
const post = (path) =>
  `socket(S, PF_INET, SOCK_STREAM, 6); connect(S, sockaddr_in(${port}, inet_aton("127.0.0.1"))) or die "$!"; syswrite(S, "POST /${tag}-${path} HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: 0\\r\\n\\r\\n"); print "GOT"`
shell('fire-and-exit', perl(post('fire')))

/** What a browser and Node need must go on working. */
const pair = spawnSync(
  '/bin/sh',
  ['-c', perl('socketpair(A, B, AF_UNIX, SOCK_STREAM, 0) or die "$!"; print "fine"')],
  { encoding: 'utf8' },
)
const threads = spawnSync('/bin/sh', ['-c', '(true & wait) && echo fine'], { encoding: 'utf8' })

// It outlives its parent, belongs to no session of ours, and carries no mark.
spawn('/usr/bin/setsid', ['env', '-i', '/bin/sh', '-c', `sleep 1; ${perl(post('detached'))}`], {
  detached: true,
  stdio: 'ignore',
}).unref()
process.stdout.write(JSON.stringify({ results, wanted: [pair.stdout.trim(), threads.stdout.trim()] }))
