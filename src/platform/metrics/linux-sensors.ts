import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Battery, Temperature } from '../../features/metrics/contract.ts'
import { oneDecimal } from './rates.ts'

type Sensor = Temperature['sensors'][number]

/** The machine's own battery, several taken as one; null where there is none. */
export async function readBattery(root = '/'): Promise<Battery | null> {
  const folder = join(root, 'sys/class/power_supply')
  const supplies: Map<string, string>[] = []
  for (const name of await namesIn(folder)) {
    const supply = parseUevent(await readLine(join(folder, name, 'uevent')))
    // A wireless mouse reports a battery too, with the scope Device.
    if (supply.get('TYPE') === 'Battery' && supply.get('SCOPE') !== 'Device') supplies.push(supply)
  }
  return combineBatteries(supplies)
}

/** Every sensor of the machine, and the one that stands for it; null where there is none. */
export async function readTemperature(root = '/'): Promise<Temperature | null> {
  const monitors = await readMonitors(join(root, 'sys/class/hwmon'))
  const sensors = monitors.length > 0 ? monitors : await readZones(join(root, 'sys/class/thermal'))
  if (sensors.length === 0) return null
  const processor = sensors.filter(({ name }) =>
    /package|tctl|tdie|cpu|coretemp|k10temp|x86_pkg|soc/i.test(name),
  )
  const telling = processor.length > 0 ? processor : sensors
  return { celsius: Math.max(...telling.map(({ celsius }) => celsius)), sensors }
}

/** Charge is told in energy or in charge, by the driver's taste; the unit cancels out. */
function combineBatteries(supplies: readonly ReadonlyMap<string, string>[]): Battery | null {
  if (supplies.length === 0) return null
  const sum = (...names: string[]) =>
    supplies.reduce((total, supply) => total + Math.abs(Number(firstOf(supply, names) ?? 0)), 0)
  const full = sum('ENERGY_FULL', 'CHARGE_FULL')
  const left = sum('ENERGY_NOW', 'CHARGE_NOW')
  const speed = sum('POWER_NOW', 'CURRENT_NOW')
  const state = combinedState(supplies)
  const percent = full > 0 ? (left / full) * 100 : sum('CAPACITY') / supplies.length
  return {
    percent: oneDecimal(Math.min(100, percent)),
    state,
    remaining_s: remainingSeconds({ state, full, left, speed }),
  }
}

function combinedState(supplies: readonly ReadonlyMap<string, string>[]): Battery['state'] {
  const states = supplies.map((supply) => supply.get('STATUS'))
  if (states.includes('Discharging')) return 'discharging'
  if (states.includes('Charging')) return 'charging'
  if (states.every((state) => state === 'Full')) return 'full'
  return states.includes('Not charging') || states.includes('Full') ? 'idle' : 'unknown'
}

interface ChargeFlow {
  readonly state: Battery['state']
  readonly full: number
  readonly left: number
  readonly speed: number
}

function remainingSeconds({ state, full, left, speed }: ChargeFlow): number | null {
  if (speed <= 0) return null
  if (state === 'discharging') return Math.round((left / speed) * 3600)
  if (state === 'charging') return Math.round((Math.max(0, full - left) / speed) * 3600)
  return null
}

function firstOf(supply: ReadonlyMap<string, string>, names: readonly string[]): string | undefined {
  return names.map((name) => supply.get(name)).find((value) => value !== undefined)
}

function parseUevent(uevent: string): Map<string, string> {
  const lines = uevent.matchAll(/^POWER_SUPPLY_(\w+)=(.*)$/gm)
  return new Map([...lines].map(([, name, value]) => [name!, value!]))
}

async function readMonitors(folder: string): Promise<Sensor[]> {
  const sensors: Sensor[] = []
  for (const monitor of await namesIn(folder)) {
    const chip = await readLine(join(folder, monitor, 'name'))
    for (const file of await namesIn(join(folder, monitor))) {
      if (!/^temp\d+_input$/.test(file)) continue
      const label = await readLine(join(folder, monitor, file.replace('_input', '_label')))
      sensors.push(
        ...sensorOf(label ? `${chip} ${label}` : chip, await readLine(join(folder, monitor, file))),
      )
    }
  }
  return sensors
}

async function readZones(folder: string): Promise<Sensor[]> {
  const sensors: Sensor[] = []
  for (const zone of await namesIn(folder)) {
    if (!zone.startsWith('thermal_zone')) continue
    const name = await readLine(join(folder, zone, 'type'))
    sensors.push(...sensorOf(name, await readLine(join(folder, zone, 'temp'))))
  }
  return sensors
}

/** Told in thousandths of a degree. A sensor with nothing attached tells absurd numbers. */
function sensorOf(name: string, thousandths: string): Sensor[] {
  const celsius = Number.parseInt(thousandths, 10) / 1000
  return celsius > -50 && celsius < 150 ? [{ name, celsius: oneDecimal(celsius) }] : []
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort()
  } catch {
    return []
  }
}

/** Drivers answer a sensor that sleeps with an error: then there is nothing to show. */
async function readLine(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch {
    return ''
  }
}
