import type { Pin } from '../../frame/pins.ts'

const NAMING = ['title', 'label', 'city', 'symbol', 'topic']

export function nameOfPin({ component }: Pin): string {
  const names = NAMING.map((name) => component[name])
  const name = names.find((one) => typeof one === 'string' && one !== '')
  return typeof name === 'string' ? name : component.type.replaceAll('_', ' ').replace('live ', '')
}
