import { hasStarter, type Pin, type StoredPins } from '../../frame/pins.ts'

/** What Home shows before anybody has changed it. It is stored with the first change. */
export function starterPins(homeCity: unknown): readonly Pin[] {
  return [
    { type: 'live_clock', id: 'cmp_starter_clock', show_seconds: false },
    ...(typeof homeCity === 'string' && homeCity !== ''
      ? [{ type: 'live_weather', id: 'cmp_starter_weather', city: homeCity }]
      : []),
    { type: 'todo_list', id: 'todo', title: 'To do' },
    { type: 'calendar_view', id: 'cmp_starter_events', view: 'agenda', title: 'Next events' },
  ].map((component) => ({ id: component.id, component, ...sizeOf(component.type) }))
}

/** In the width in which a list of events is read best; a whole month takes more. */
function sizeOf(type: string): Pick<Pin, 'size'> {
  return type === 'calendar_view' ? { size: 'medium' } : {}
}

/** All that Home shows, in the order that is the same everywhere. */
export function allPins(stored: StoredPins, starter: readonly Pin[]): readonly Pin[] {
  const own = stored.pins ?? []
  if (!hasStarter(stored)) return own
  return [...starter.filter(({ id }) => own.every((pin) => pin.id !== id)), ...own]
}
