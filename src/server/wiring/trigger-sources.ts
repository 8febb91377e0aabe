import type { EventBus } from '../../features/events/event-bus.ts'
import type { Metrics } from '../../features/metrics/contract.ts'
import type { Notification } from '../../features/notifications/contract.ts'
import type { TriggerSources } from '../../features/workflows/triggers/source.ts'
import { FileSource } from '../../features/workflows/triggers/sources/file.ts'
import type { Listen } from '../../features/workflows/triggers/sources/listen.ts'
import { MetricSource, type MachineReading } from '../../features/workflows/triggers/sources/metric.ts'
import {
  NotificationSource,
  type RaisedNotification,
} from '../../features/workflows/triggers/sources/notification.ts'
import { StoreSource } from '../../features/workflows/triggers/sources/store.ts'
import { WorkflowSource } from '../../features/workflows/triggers/sources/workflow.ts'
import type { Infrastructure } from '../lifecycle/infrastructure.ts'
import type { Services } from './services.ts'

export interface MachineSourcesDeps {
  readonly infrastructure: Pick<Infrastructure, 'home' | 'folder' | 'settings' | 'bus' | 'now'>
  readonly services: Pick<Services, 'store' | 'notifications' | 'metrics'> & {
    readonly workflows: { readonly engine: Pick<Services['workflows']['engine'], 'backend'> }
  }
}

/** Events of this machine and of the service itself: files, measurements, the store, notifications, workflows. */
export function machineTriggerSources({ infrastructure, services }: MachineSourcesDeps): TriggerSources {
  const { home, folder, settings, bus, now } = infrastructure
  const { store, notifications, metrics, workflows } = services
  const listen = listenOn(bus)
  return {
    file: new FileSource({
      home,
      dataFolder: folder.root,
      setting: (name) => settings.get(name),
      now,
    }),
    metric: new MetricSource({ read: async () => readingOf(await metrics.current()), now }),
    store: new StoreSource({ state: (key) => store.state(key), listen, now }),
    notification: new NotificationSource({
      last: () => notifications.list({ limit: 1 }).notifications[0]?.id,
      after: (id, limit) => notifications.listAfter(id, limit).map(raised),
      listen,
    }),
    workflow: new WorkflowSource({ backend: workflows.engine.backend, listen }),
  }
}

/** A reader that fell behind is told that it missed something, and reads on from there. */
function listenOn(bus: Pick<EventBus, 'subscribe'>): Listen {
  const listen: Listen = (types, heard, signal) => {
    const subscription = bus.subscribe({ topics: types })
    const read = async (): Promise<void> => {
      for await (const { type, data } of subscription)
        if (types.includes(type)) heard(data as Record<string, unknown>)
      if (signal.aborted || !subscription.lost.aborted) return
      listen(types, heard, signal)
      heard(undefined)
    }
    signal.addEventListener('abort', () => subscription.close(), { once: true })
    if (signal.aborted) subscription.close()
    void read()
  }
  return listen
}

/** `percent` as the metrics have it, and `used_percent` as people say it. */
function readingOf({ cpu, memory, disks: all, battery }: Metrics): MachineReading {
  const disks = all.map((disk) => ({ ...disk, used_percent: disk.percent }))
  return {
    cpu: { ...cpu, used_percent: cpu.percent },
    memory: { ...memory, used_percent: memory.percent },
    disk: disks.find(({ mount }) => mount === '/') ?? disks[0] ?? null,
    disks,
    battery: battery && { ...battery },
  }
}

function raised({ id, type, level, title, message, created_at, action }: Notification): RaisedNotification {
  const workflow_id = action?.['workflow_id']
  return {
    id,
    type,
    level,
    title,
    message,
    created_at,
    ...(typeof workflow_id === 'string' && { workflow_id }),
  }
}
