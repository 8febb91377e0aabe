import { AppError } from '../../contract/errors.ts'
import type { SettingValues } from '../settings/definitions.ts'
import type { ModelPick } from './language-model.ts'
import { addressOf, isOnThisMachine, type KeySetting, type ModelSettings } from './target.ts'

/** What is set up: the model and those that stand in for it. */
interface SetUp {
  readonly settings: ModelSettings
  readonly fallback: SettingValues['LLM_FALLBACK']
}

/** The settings as they are for a conversation for which a person picked another model. */
export function settingsWith(settings: ModelSettings, pick: ModelPick | undefined): ModelSettings {
  if (!pick) return settings
  const picked = { ...settings, provider: pick.provider, model: pick.model, baseUrl: pick.base_url ?? null }
  // VISION_MODEL is a model of the server that is set.
  const isSamePlace = addressOf(picked)?.baseUrl === addressOf(settings)?.baseUrl
  return { ...picked, visionModel: isSamePlace ? settings.visionModel : null }
}

/**
 * A conversation goes only where calls go anyway, or nowhere: to a server that is set up, or one on this machine. Throws
 * otherwise, also when the server was set up once and is not any more.
 */
export function assertPickable(pick: ModelPick, setUp: SetUp): void {
  const address = addressOf({ provider: pick.provider, baseUrl: pick.base_url ?? null })
  if (!address)
    throw new AppError(
      'invalid_request',
      `${pick.provider} has no default address. Give the server's address as base_url.`,
    )
  if (isOnThisMachine(address) || placesIn(setUp).some(({ origin }) => origin === address.origin)) return
  throw new AppError(
    'not_configured',
    `${address.origin} is not set up. Add it with LLM_PROVIDER or LLM_FALLBACK, or choose another model for this conversation.`,
  )
}

/** The setting that holds the key for where the picked model is. */
export function keySettingAt(pick: ModelPick, setUp: SetUp): KeySetting {
  const origin = addressOf({ provider: pick.provider, baseUrl: pick.base_url ?? null })?.origin
  return placesIn(setUp).find((place) => place.origin === origin)?.keySetting ?? 'LLM_API_KEY'
}

function placesIn({ settings, fallback }: SetUp): { origin: string | undefined; keySetting: KeySetting }[] {
  const others = fallback.map(({ provider, base_url, key_setting }) => ({
    origin: addressOf({ provider, baseUrl: base_url ?? null })?.origin,
    keySetting: key_setting ?? ('LLM_API_KEY' as const),
  }))
  return [{ origin: addressOf(settings)?.origin, keySetting: 'LLM_API_KEY' }, ...others]
}
