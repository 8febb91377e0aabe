import { match, pass, readLiteral, readNamedArguments, skipBlanks, type Cursor } from './loose-literal.ts'

/** A call that a model wrote into its answer. */
export interface WrittenCall {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

type Json = Record<string, unknown>

/**
 * What stands around calls and is no part of them: tags and tokens such as `</tool_call>`, `[ARGS]`, `<｜tool▁sep｜>`, the
 * fence of a code block, and the tokens that end an answer.
 */
const frame =
  /\s+|functools(?=\[)|<\/?[a-z▁_:|｜]*(?:tool|function|action)[▁_ -]?(?:calls?|response)?[▁_a-z]*[|｜]?>|<[|｜][^<>\s]{1,40}[|｜]>|\[\/?TOOL_CALLS?\]|\[ARGS\]|\[CALL_ID\][\w-]*|<\/?s>|<end_of_turn>|`{3,}[ \t]*[a-z_]*|[,;\]]/iy

/** Tokens that stand between the name and the arguments of one call. */
const between =
  /(?:\s|:\d+|\[CALL_ID\][\w-]*|\[ARGS\]|<[|｜](?:tool▁sep|tool_call_argument_begin|message|constrain)[|｜]>|`{3,}[ \t]*json)*/iy

/** A result that the model made up after its call: nothing from there on is true. */
const invented =
  /<[|｜]?(?:tool_response|tool_result|tool_output|tool▁outputs?▁begin|function_results?)[|｜]?>/i

/**
 * The calls that a text consists of, in any of the forms in which models write them: JSON, XML with parameters, a name
 * before its JSON, or a call as in Python. Undefined when anything in it is something else.
 */
export function readWrittenCalls(
  written: string,
  isTool: (name: string) => boolean,
): WrittenCall[] | undefined {
  const cut = written.search(invented)
  const cursor: Cursor = { text: cut > 0 ? written.slice(0, cut) : written, at: 0 }
  const calls: WrittenCall[] = []
  for (;;) {
    while (match(cursor, frame));
    if (cursor.at >= cursor.text.length) break
    const found = readOne(cursor)
    if (!found || !found.every(({ name }) => isTool(name))) return undefined
    calls.push(...found)
  }
  return calls.length > 0 ? calls : undefined
}

/** Whether a text holds what could be taken for a call: then one in the answer may be no more than a quotation. */
export function holdsWrittenCalls(text: string, isTool: (name: string) => boolean): boolean {
  if (marks.test(text)) return true
  for (const [, name, called] of text.matchAll(named)) if (isTool((name ?? called)!)) return true
  return false
}

const marks =
  /(?:[<[＜［]|&lt;|&#0*60;|&#x0*3c;|\\u003c|%3c)[^\s\p{L}]{0,4}(?:\p{L}{1,10}[^\s\p{L}]{1,3})?(?:tools?|functions?)[^\p{L}\s]{0,3}(?:calls?|=)|python_(?:tag|start)[^\p{L}]|start_action|action_start|functools\[/iu

/** `"name": "READ_FILE"` in any writing of the quotes, and `READ_FILE(`. */
const named =
  /\b(?:name|tool|tool_name|function|action)(?:["'\\]|&quot;|&#34;|%22)*\s*[:=]\s*(?:["'\\]|&quot;|&#34;|%22)*([\p{L}][\p{L}\p{N}_.-]{2,80})|([\p{L}][\p{L}\p{N}_.-]{2,80})(?=\()/giu

function readOne(cursor: Cursor): WrittenCall[] | undefined {
  const character = cursor.text[cursor.at]
  if (character === '{') return callsOf(readLiteral(cursor))
  if (character === '[') return readListed(cursor)
  return one(readTagged(cursor) ?? readInvoked(cursor) ?? readNamed(cursor))
}

function one(call: WrittenCall | undefined): WrittenCall[] | undefined {
  return call && [call]
}

/** `[{"name": …}]`, or `[READ_FILE(path="a")]`, of which each member is read by itself. */
function readListed(cursor: Cursor): WrittenCall[] | undefined {
  const start = cursor.at
  const value = readLiteral(cursor)
  if (Array.isArray(value)) return callsOf(value)
  cursor.at = start + 1
  skipBlanks(cursor)
  return one(readNamed(cursor))
}

/** `<function=READ_FILE>`, with JSON or `<parameter=path>` in it. */
function readTagged(cursor: Cursor): WrittenCall | undefined {
  const name = match(cursor, /<function(?:=|\s+name=)["']?([^"'<>\s]+)["']?\s*>/iy)?.[1]
  if (name === undefined) return undefined
  skipBlanks(cursor)
  const args = cursor.text[cursor.at] === '{' ? readLiteral(cursor) : readParameters(cursor)
  skipBlanks(cursor)
  pass(cursor, '</function>')
  return isObject(args) ? { name, args } : undefined
}

/** `<invoke name="READ_FILE">` with `<parameter name="path">`; DeepSeek puts a mark of its own before each name. */
function readInvoked(cursor: Cursor): WrittenCall | undefined {
  const name = match(cursor, /<(?:[|｜]DSML[|｜])?invoke\s+name="([^"<>]+)"\s*>/iy)?.[1]
  if (name === undefined) return undefined
  const args = readParameters(cursor)
  skipBlanks(cursor)
  match(cursor, /<\/(?:[|｜]DSML[|｜])?invoke>/iy)
  return { name, args }
}

const parameter =
  /\s*<(?:[|｜]DSML[|｜])?parameter(?:=|\s+name=)["']?([^"'<>\s]+)["']?[^<>]*>([\s\S]*?)<\/(?:[|｜]DSML[|｜])?parameter>/iy

/** Their values are texts; what each of them is meant to be the schema says. */
function readParameters(cursor: Cursor): Json {
  const members: [string, string][] = []
  for (;;) {
    const found = match(cursor, parameter)
    if (!found) return Object.fromEntries(members)
    // Models put the value on lines of its own.
    members.push([found[1]!, found[2]!.replace(/^\r?\n/, '').replace(/\r?\n$/, '')])
  }
}

/** A name, and then JSON, or pairs of `<arg_key>` and `<arg_value>`, or arguments as in Python. */
function readNamed(cursor: Cursor): WrittenCall | undefined {
  const isPrinted = match(cursor, /print\(\s*/y) !== undefined
  const name = match(cursor, /(?:function(?:<[|｜]tool▁sep[|｜]>))?([\p{L}][\p{L}\p{N}_.-]*)/iuy)?.[1]
  if (name === undefined) return undefined
  match(cursor, between)
  const args = readArguments(cursor)
  if (isPrinted) match(cursor, /\s*\)/y)
  return isObject(args) ? { name: name.replace(/\.call$/, ''), args } : undefined
}

function readArguments(cursor: Cursor): unknown {
  const character = cursor.text[cursor.at]
  if (character === '{') return readLiteral(cursor)
  if (character === '(') return readNamedArguments(cursor)
  const members: [string, string][] = []
  for (;;) {
    const found = match(cursor, /\s*<arg_key>([^<>]+)<\/arg_key>\s*<arg_value>([\s\S]*?)<\/arg_value>/iy)
    if (!found) return members.length > 0 ? Object.fromEntries(members) : undefined
    members.push([found[1]!.trim(), found[2]!])
  }
}

function callsOf(value: unknown): WrittenCall[] | undefined {
  if (Array.isArray(value)) {
    const calls = value.map((item) => callsOf(item))
    return calls.every((found) => found !== undefined) ? calls.flat() : undefined
  }
  if (!isObject(value)) return undefined
  const inner = value['tool_calls'] ?? value['tool_call'] ?? value['function_call']
  if (inner !== undefined) return callsOf(inner)
  if (isObject(value['function'])) return callsOf(value['function'])
  return one(callOf(value))
}

function callOf(value: Json): WrittenCall | undefined {
  const name = value['name'] ?? value['tool_name'] ?? value['tool'] ?? value['function'] ?? value['action']
  const given =
    value['arguments'] ?? value['parameters'] ?? value['args'] ?? value['input'] ?? value['tool_input']
  const args = typeof given === 'string' ? readLiteral({ text: given, at: 0 }) : given
  return typeof name === 'string' && isObject(args) ? { name, args } : undefined
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
