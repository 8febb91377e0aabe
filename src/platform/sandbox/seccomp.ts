/** The numbers of system calls differ from one kind of processor to the next. */
const NUMBERS = {
  arm64: {
    architecture: 0xc00000b7,
    socket: 198,
    socketpair: 199,
    clone: 220,
    clone3: 435,
    // ptrace, unshare, setns, add_key, request_key, keyctl, perf_event_open, process_vm_readv and _writev, bpf,
    // userfaultfd, kcmp
    refused: [117, 97, 268, 217, 218, 219, 241, 270, 271, 280, 282, 272],
  },
  x64: {
    architecture: 0xc000003e,
    socket: 41,
    socketpair: 53,
    clone: 56,
    clone3: 435,
    refused: [101, 272, 308, 248, 249, 250, 298, 310, 311, 321, 323, 312],
  },
} as const

/** The same everywhere: io_uring_setup, _enter and _register, which open sockets too, and pidfd_getfd. */
const REFUSED_EVERYWHERE = [425, 426, 427, 438]

const LOAD = 0x20
const AND = 0x54
const IS = 0x15
const IS_AT_LEAST = 0x35
const HAS_BIT_OF = 0x45
const RETURN = 0x06
const ALLOW = 0x7fff0000
const KILL = 0x80000000
const fails = (errno: number) => 0x00050000 | errno
const NOT_PERMITTED = fails(1)
const NO_SUCH_CALL = fails(38)

/** Where the kernel puts the facts of a call: its number, its architecture, the lower halves of its arguments. */
const CALL = 0
const ARCHITECTURE = 4
const FIRST_ARGUMENT = 16
const SECOND_ARGUMENT = 24

/** IPv4, IPv6 and the kernel's own questions about the network; in a network of its own none of them leads anywhere. */
const FAMILIES = [2, 10, 16]
const UNIX = 1
const STREAM = 1
const DATAGRAM = 2
const SEQUENCE = 5
/** Every flag of clone() that makes a namespace. */
const NEW_NAMESPACES = 0x7e020000
const X32_CALLS = 0x40000000

type Step = readonly [code: number, whenTrue: number, whenFalse: number, value: number]

export function hasSeccompProgram(architecture: string = process.arch): boolean {
  return architecture in NUMBERS
}

export interface SeccompOptions {
  /** Browsers and Python's workers do not run without them. What they could reach must be out of sight then. */
  readonly unixSockets?: boolean | undefined
  readonly architecture?: string
}

/**
 * A filter for `bwrap --seccomp`, made of bytes: no compiler, no native module. A read-only mount does not stop connect()
 * to a socket in it, so new Unix sockets are refused unless they are needed, and with them every family that can reach
 * this machine past its network namespace. Further: new namespaces, other processes' memory, keys, io_uring.
 */
export function seccompProgram({
  unixSockets = false,
  architecture = process.arch,
}: SeccompOptions = {}): Buffer {
  const numbers = NUMBERS[architecture as keyof typeof NUMBERS]
  if (!numbers) throw new Error(`No seccomp program for ${architecture}.`)
  const steps: Step[] = [
    [LOAD, 0, 0, ARCHITECTURE],
    [IS, 1, 0, numbers.architecture],
    [RETURN, 0, 0, KILL],
    [LOAD, 0, 0, CALL],
    // The x32 numbers of x64 would go round every rule below.
    [IS_AT_LEAST, 0, 1, X32_CALLS],
    [RETURN, 0, 0, KILL],
    ...[...numbers.refused, ...REFUSED_EVERYWHERE].flatMap((call) => when(call, [answer(NOT_PERMITTED)])),
    // Its flags lie in memory, where a filter cannot look; the C library then takes clone().
    ...when(numbers.clone3, [answer(NO_SUCH_CALL)]),
    ...when(numbers.clone, [
      [LOAD, 0, 0, FIRST_ARGUMENT],
      [HAS_BIT_OF, 0, 1, NEW_NAMESPACES],
      answer(NOT_PERMITTED),
      answer(ALLOW),
    ]),
    ...when(
      numbers.socket,
      onlyThese(unixSockets ? [UNIX, ...FAMILIES] : FAMILIES, [[LOAD, 0, 0, FIRST_ARGUMENT]]),
    ),
    // A datagram end of a pair can be connected anew, to a path. The flags beside the type do not matter.
    ...when(
      numbers.socketpair,
      onlyThese(unixSockets ? [STREAM, SEQUENCE, DATAGRAM] : [STREAM, SEQUENCE], [
        [LOAD, 0, 0, SECOND_ARGUMENT],
        [AND, 0, 0, 0xf],
      ]),
    ),
    answer(ALLOW),
  ]
  return Buffer.concat(steps.map(bytesOf))
}

function answer(value: number): Step {
  return [RETURN, 0, 0, value]
}

/** The steps for one call, which end in an answer; every other call passes them by. */
function when(call: number, steps: readonly Step[]): Step[] {
  return [[IS, 0, steps.length, call], ...steps]
}

function onlyThese(values: readonly number[], load: readonly Step[]): Step[] {
  const tests = values.map((value, at): Step => [IS, values.length - at, 0, value])
  return [...load, ...tests, answer(NOT_PERMITTED), answer(ALLOW)]
}

function bytesOf([code, whenTrue, whenFalse, value]: Step): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16LE(code, 0)
  bytes.writeUInt8(whenTrue, 2)
  bytes.writeUInt8(whenFalse, 3)
  bytes.writeUInt32LE(value >>> 0, 4)
  return bytes
}
