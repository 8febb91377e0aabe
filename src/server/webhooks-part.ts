import type { Component } from '../contract/component-schema.ts'
import { textOf } from '../features/chat/sessions/component-text.ts'
import type { LiveData } from '../features/live-data/live-data.ts'
import { createWebhooks, type Webhooks } from '../features/webhooks/webhooks.ts'
import type { Ground } from './ground.ts'
import type { Parts } from './parts.ts'

/** As long as a chat can be kept waiting for one figure. */
const FIGURE_MS = 2_500

type Figures = Pick<LiveData['needs'], 'weather' | 'stock'>

export function createWebhooksPart(
  ground: Ground,
  { chat, liveData }: Pick<Parts, 'chat' | 'liveData'>,
  opened: AsyncDisposableStack,
): Webhooks {
  const webhooks = createWebhooks({
    ...ground,
    chat,
    read: (component) => textOf([component]),
    fill: (components) => fillLive(components, liveData.needs),
  })
  opened.defer(() => webhooks.close())
  return webhooks
}

/** The shell asks for the figures of a live card itself; in somebody else's chat they must be there already. */
function fillLive(components: readonly Component[], needs: Figures): Promise<readonly Component[]> {
  return Promise.all(components.map((component) => filled(component, needs).catch(() => component)))
}

async function filled(component: Component, needs: Figures): Promise<Component> {
  const caller = { signal: AbortSignal.timeout(FIGURE_MS) }
  if (component.type === 'live_weather' && typeof component['city'] === 'string')
    return weatherFacts(await needs.weather(component['city'], caller))
  if (component.type === 'live_stock' && typeof component['symbol'] === 'string')
    return stockFigure(await needs.stock({ symbol: component['symbol'], range: '1mo' }, caller))
  return component
}

function weatherFacts(weather: Awaited<ReturnType<Figures['weather']>>): Component {
  const { city, country, current, units, daily } = weather
  const temperature = (value: number) => `${Math.round(value)} ${units.temperature}`
  const now = { label: 'Now', value: `${temperature(current.temperature)}, ${current.condition}` }
  const days = daily.slice(0, 4).map(({ date, temperature_min, temperature_max, condition }) => {
    return {
      label: date,
      value: `${temperature(temperature_min)} to ${temperature(temperature_max)}, ${condition}`,
    }
  })
  return {
    type: 'key_value',
    title: country === null ? city : `${city}, ${country}`,
    items: [now, ...days],
  }
}

function stockFigure(stock: Awaited<ReturnType<Figures['stock']>>): Component {
  const { symbol, name, price, currency, change_percent } = stock
  return {
    type: 'metric',
    label: name === null ? symbol : `${name} (${symbol})`,
    value: price,
    ...(currency === null ? {} : { format: 'currency', currency }),
    ...(change_percent === null ? {} : { change: change_percent, change_unit: '%' }),
  }
}
