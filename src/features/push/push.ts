import { AppError } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { visibleText } from '../../contract/visible-text.ts'
import { isAllowedTarget } from '../../platform/network/guarded-fetch.ts'
import type { Notification } from '../notifications/contract.ts'
import type { Notifications } from '../notifications/notifications.ts'
import type { NewSubscription, PushDevice } from './contract.ts'
import { Delivery, noteOutcome, type DeliveryDeps } from './delivery.ts'
import { areReceiverKeys } from './encrypt.ts'
import * as messages from './message-rows.ts'
import { payloadOf, urgencyOf, type Payload } from './payload.ts'
import { sendMessage } from './send-message.ts'
import * as subscriptions from './subscription-rows.ts'
import type { Subscription } from './subscription-rows.ts'

export interface PushDeps extends DeliveryDeps {
  readonly notifications: Pick<Notifications, 'list'>
  /** `host:port` entries that may be reached although they are private. */
  readonly allowedTargets: () => readonly string[]
  /** Which notifications are pushed at all; every one when left out. */
  readonly shouldDeliver?: (notification: Notification) => boolean
}

const DAY_MS = 86_400_000
/** So many are looked at after a start. Fewer than messages are kept, or one would go out again. */
const MAX_CAUGHT_UP = 100
const TEST_SECONDS = 60

/** Tells browsers of notifications while no page is open, by Web Push. */
export class Push {
  readonly #deps: PushDeps
  readonly #delivery: Delivery

  constructor(deps: PushDeps) {
    this.#deps = deps
    this.#delivery = new Delivery(deps)
  }

  /** Sends what an earlier process left, and what was raised when it died, before it was queued. */
  async start(): Promise<void> {
    const { notifications } = this.#deps
    const { notifications: unread } = notifications.list({ unread: true, limit: MAX_CAUGHT_UP })
    // What was raised before a device was added is for the others.
    await this.#queue(unread.toReversed(), (device, { created_at }) => device.created_at <= created_at)
    await this.#delivery.start()
  }

  close(): Promise<void> {
    return this.#delivery.close()
  }

  async key(): Promise<string> {
    return (await this.#deps.keys()).publicKey
  }

  list(): PushDevice[] {
    return subscriptions.selectAll(this.#deps.database).map(subscriptions.present)
  }

  async subscribe(given: NewSubscription): Promise<PushDevice> {
    const { database, now } = this.#deps
    this.#assertUsable(given)
    const id = subscriptions.subscriptionId(given.endpoint)
    return await database.write(() => {
      const count = subscriptions.count(database)
      if (count >= limits.push_devices.value && !subscriptions.select(database, id))
        throw new AppError('conflict', `There are ${count} devices already. Remove one first.`)
      subscriptions.upsert(database, { ...given, name: visibleText(given.name) }, now().toISOString())
      return subscriptions.present(this.#find(id))
    })
  }

  async remove(id: string): Promise<void> {
    const { database } = this.#deps
    const isRemoved = await database.write(() => subscriptions.remove(database, id))
    if (!isRemoved) throw unknownDevice(id)
  }

  /** Past the queue, so that whoever asked sees what came of it. */
  async test(id: string, signal: AbortSignal): Promise<PushDevice> {
    const { database } = this.#deps
    const letter = { payload: TEST, urgency: 'high', topic: 'test', ttlSeconds: TEST_SECONDS } as const
    const outcome = await sendMessage(this.#find(id), letter, { deps: this.#deps, signal })
    await database.write(() => noteOutcome(outcome, id, this.#deps))
    if (outcome.kind === 'taken') return subscriptions.present(this.#find(id))
    if (outcome.kind === 'gone')
      throw new AppError(
        'gone',
        'This device no longer takes messages, so it was removed. Turn it on again there.',
      )
    throw new AppError('upstream_failed', `The test wasn't sent: ${outcome.reason}`)
  }

  /** A notification is to be told. One that was told already is not told again. */
  raised(notification: Notification): void {
    void this.#whereWanted(() => this.#queue([notification]))
  }

  /** They were read, or what they are about is over: whoever shows them stops. */
  read(ids: readonly string[]): void {
    const { database, now } = this.#deps
    void this.#whereWanted(async () => {
      await database.write(() => {
        for (const id of ids) messages.close(database, id, now().toISOString())
      })
      this.#delivery.wake()
    })
  }

  /** Costs nothing where there is no device, and never fails whoever told of it. */
  async #whereWanted(work: () => Promise<void>): Promise<void> {
    const { database, log } = this.#deps
    try {
      if (subscriptions.count(database) > 0) await work()
    } catch (error) {
      log.error({ err: error }, "Couldn't queue push messages.")
    }
  }

  /** What is queued, or was sent, is known by its topic: so this can be done again after a crash, and queues none twice. */
  async #queue(
    raised: readonly Notification[],
    isFor: (device: Subscription, notification: Notification) => boolean = () => true,
  ): Promise<void> {
    const { database, now, shouldDeliver = () => true } = this.#deps
    const wanted = raised.filter((notification) => shouldDeliver(notification))
    await database.write(() => {
      const devices = subscriptions.selectAll(database)
      for (const notification of wanted)
        this.#queueFor(
          notification,
          devices.filter((device) => isFor(device, notification)),
        )
      messages.deleteOld(database, { now: now().toISOString(), keep: limits.push_messages.value })
    })
    this.#delivery.wake()
  }

  #queueFor(notification: Notification, devices: readonly Subscription[]): void {
    const { id: topic, created_at } = notification
    const next_at = this.#deps.now().toISOString()
    const expires_at = new Date(Date.parse(created_at) + DAY_MS).toISOString()
    if (expires_at <= next_at) return
    const payload = payloadOf(notification)
    const urgency = urgencyOf(notification)
    for (const { id: subscription_id } of devices)
      messages.insert(this.#deps.database, {
        subscription_id,
        topic,
        payload,
        urgency,
        next_at,
        expires_at,
      })
  }

  /** Whether the host is public is decided when a message goes out. */
  #assertUsable({ endpoint, keys }: NewSubscription): void {
    const url = new URL(endpoint)
    if (url.username || url.password)
      throw new AppError('invalid_request', 'The endpoint must not contain a user name or password.')
    if (url.protocol !== 'https:' && !isAllowedTarget(url, this.#deps.allowedTargets()))
      throw new AppError('forbidden', 'The endpoint of a push service must be an https address.')
    if (!areReceiverKeys(keys))
      throw new AppError('invalid_request', 'These are not the keys of a push subscription.')
  }

  #find(id: string): Subscription {
    const subscription = subscriptions.select(this.#deps.database, id)
    if (!subscription) throw unknownDevice(id)
    return subscription
  }
}

const TEST: Payload = {
  id: 'test',
  title: 'Deskhand',
  message: 'Notifications reach this device.',
  actions: [],
  url: '/settings',
}

function unknownDevice(id: string): AppError {
  return new AppError('not_found', `No device "${id}". GET /api/push/subscriptions lists them.`)
}
