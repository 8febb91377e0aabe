import { networkInterfaces } from 'node:os'
import { defineIntent } from '../../define-intent.ts'

const connection =
  '(internet|internet connection|network|network connection|wifi|wi-fi|connection|online connection)'

export const intent = defineIntent({
  name: 'system.network',
  label: 'IP address',
  example: 'What is my IP address?',
  templates: [
    '(ip|ip a|ip addr|ifconfig)',
    "[<show>] (<my>|<my> <machine>'s) [local|private|internal|public|external] (ip|ips|ip address|ip addresses)",
    'ip address [of <my> <machine>]',
    '(what|which) (ip|ip address) (do i have|does <my> <machine> have|is mine)',
    '[<show>] [<my>] network [status|info|information|addresses]',
    'am i [still] (online|offline|connected) [to (the internet|a network|the network|[the] (wifi|wi-fi))] [<now>]',
    `(is|are) [<my>] ${connection} [still] (working|up|down|on|ok|okay|connected|available|there) [<now>]`,
    `do (i|we) [still] have [a|an|any] ${connection} [access] [<now>]`,
  ],
  act({ writer }) {
    const found = addresses()
    const first = found.find(({ family }) => family === 'IPv4') ?? found[0]
    if (!first) return writer.say('This machine is not connected to a network.')
    writer.say(
      `This machine is connected to a network. Its address there is ${first.address}. Your public address may be different.`,
    )
    writer.add({
      type: 'table',
      caption: 'Addresses',
      columns: [
        { key: 'name', label: 'Connection' },
        { key: 'address', label: 'Address', type: 'code' },
        { key: 'family', label: 'Kind' },
      ],
      rows: found,
    })
  },
})

function addresses() {
  return Object.entries(networkInterfaces()).flatMap(([name, found = []]) =>
    found
      .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
      .map(({ address, family }) => ({ name, address, family })),
  )
}
