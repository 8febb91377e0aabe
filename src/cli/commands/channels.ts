import { CommandError } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { callServiceForJson } from '../running-service.ts'

interface Pairing {
  readonly id: string
  readonly person: string
  readonly name: string | null
  readonly may_approve: boolean
}

interface Channel {
  readonly channel: string
  readonly title: string
  readonly state: string
  readonly account: string | null
  readonly message: string | null
  readonly missing: readonly string[]
  readonly pairings: readonly Pairing[]
}

interface Invitation {
  readonly code: string
  readonly link: string | null
  readonly account: string
  readonly expires_at: string
}

/** `deskhand channels`: the chats from which this machine can be reached. */
export async function run(call: CommandCall): Promise<number> {
  const verb = call.verb ?? 'list'
  if (verb === 'list') return list(call)
  const [named] = call.positionals
  if (named === undefined) {
    const what = verb === 'pair' || verb === 'connect' ? 'CHANNEL' : 'PAIRING'
    throw new CommandError(
      `Give the ${what.toLowerCase()}: "deskhand channels ${verb} ${what}".`,
      exitCode.usage,
    )
  }
  if (verb === 'pair') return pair(call, named)
  if (verb === 'connect') {
    const channel = await callServiceForJson<Channel>(call, {
      method: 'POST',
      path: `${pathOf(named)}/connect`,
    })
    call.terminal.result(channel, () => `${channel.title}: ${stateOf(channel)}`)
    return exitCode.ok
  }
  const pairing = await pairingMeant(call, named)
  const path = `/api/channel-pairings/${encodeURIComponent(pairing.id)}`
  if (verb === 'revoke') {
    const answer = await callServiceForJson<object>(call, { method: 'DELETE', path })
    call.terminal.result(answer, () => `${nameOf(pairing)} can write no more.`)
    return exitCode.ok
  }
  const may_approve = call.flags['off'] !== true
  const body = JSON.stringify({ may_approve })
  const changed = await callServiceForJson<Pairing>(call, { method: 'PATCH', path, body })
  call.terminal.result(changed, () =>
    may_approve
      ? `${nameOf(pairing)} gets buttons below questions about sending something.`
      : `${nameOf(pairing)} can approve nothing.`,
  )
  return exitCode.ok
}

async function pair(call: CommandCall, channel: string): Promise<number> {
  const invitation = await callServiceForJson<Invitation>(call, {
    method: 'POST',
    path: `${pathOf(channel)}/pair`,
  })
  const { code } = invitation
  call.terminal.result(invitation, () => [`Code: ${code}`, howToSend(invitation)].join('\n'))
  return exitCode.ok
}

function howToSend({ link, account }: Invitation): string {
  if (link === null) return `Send it to ${account} in a private chat within ten minutes.`
  if (link.startsWith('mailto:'))
    return `Email it to ${account} within ten minutes, from the address that you want to write from.`
  return `Open ${link} within ten minutes and press Start, or send the code to ${account}.`
}

async function list(call: CommandCall): Promise<number> {
  const channels = await readChannels(call)
  const { terminal } = call
  terminal.result({ channels }, () => {
    const states = terminal.table(
      ['channel', 'state', 'account'],
      channels.map((one) => [one.channel, shortState(one), one.account ?? '']),
    )
    const problems = channels.flatMap(({ title, message }) =>
      message === null ? [] : [`${title}: ${message}`],
    )
    const people = channels.flatMap(({ channel, pairings }) =>
      pairings.map(({ id, person, name, may_approve }) => [
        id,
        channel,
        name ?? '',
        person,
        may_approve ? 'yes' : 'no',
      ]),
    )
    const paired = terminal.table(['pairing', 'channel', 'name', 'person', 'may approve'], people)
    return [states, ...problems, ...(people.length > 0 ? [paired] : [])].join('\n\n')
  })
  return exitCode.ok
}

async function readChannels(call: CommandCall): Promise<readonly Channel[]> {
  const request = { method: 'GET', path: '/api/channels' }
  return (await callServiceForJson<{ channels: readonly Channel[] }>(call, request)).channels
}

/** By its id, or by what there is only one of: the person's name or number. */
async function pairingMeant(call: CommandCall, named: string): Promise<Pairing> {
  const pairings = (await readChannels(call)).flatMap((channel) => channel.pairings)
  const plain = named.toLowerCase()
  const found = pairings.filter(
    ({ id, person, name }) => id === named || person === named || name?.toLowerCase() === plain,
  )
  if (found.length === 1) return found[0]!
  throw new CommandError(
    found.length === 0
      ? `Nobody is paired as "${named}". "deskhand channels" lists who is.`
      : `${found.length} are paired as "${named}". Give an id.`,
    exitCode.failed,
  )
}

function stateOf(channel: Channel): string {
  return channel.message === null ? shortState(channel) : `${channel.state}: ${channel.message}`
}

function shortState({ state, missing }: Channel): string {
  return missing.length > 0 ? `${state} (set ${missing.join(', ')})` : state
}

function nameOf({ name, person }: Pairing): string {
  return name ?? person
}

function pathOf(channel: string): string {
  return `/api/channels/${encodeURIComponent(channel)}`
}
