import { defineIntent } from '../../define-intent.ts'

export const intent = defineIntent({
  name: 'system.temperature',
  label: 'Temperature of this machine',
  example: 'CPU temperature',
  templates: [
    '[<show>] [<my>] (<processor>|core|gpu|<machine>) (temp|temps|temperature|temperatures) [<now>]',
    "[<show>] <my> (<processor>|core|gpu|<machine>)'s (temp|temps|temperature|temperatures)",
    '[<show>] the temperature of <my> (<processor>|core|gpu|<machine>)',
    'temperature of <my> (<processor>|core|gpu|<machine>)',
    'how (hot|warm) is <my> (<processor>|core|gpu|<machine>) [running|getting] [<now>]',
    'is <my> (<processor>|core|gpu|<machine>) (overheating|hot|[getting] too (hot|warm))',
  ],
  async act({ writer }, { metrics }) {
    const { temperature } = await metrics()
    if (!temperature) return writer.say("This machine doesn't report its temperature.")
    writer.say(`The processor is at ${Math.round(temperature.celsius)} °C.`)
    writer.add({
      type: 'table',
      caption: 'Sensors',
      columns: [
        { key: 'name', label: 'Sensor' },
        { key: 'celsius', label: 'Temperature', type: 'number', decimals: 0, unit: '°C' },
      ],
      rows: temperature.sensors.map(({ name, celsius }) => ({ name, celsius })),
    })
  },
})
