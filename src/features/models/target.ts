import { AppError } from '../../contract/errors.ts'
import {
  baseAddress,
  isProviderName,
  providers,
  type ProviderInfo,
  type ProviderName,
} from './providers/providers.ts'

/** The settings that keys of model providers are kept in. */
export const keySettings = ['LLM_API_KEY', 'LLM_FALLBACK_API_KEY', 'LLM_FALLBACK_2_API_KEY'] as const
export type KeySetting = (typeof keySettings)[number]

/** The settings of one call, as they were when it began. */
export interface ModelSettings {
  readonly provider: string | null
  readonly model: string | null
  readonly visionModel: string | null
  readonly baseUrl: string | null
  readonly contextTokens: number | null
  readonly patienceSeconds: number | null
}

/** Whom a call goes to. */
export interface Target {
  readonly provider: ProviderName
  readonly info: ProviderInfo
  readonly model: string
  readonly baseUrl: string
  readonly origin: string
  /** Whether the address is not the provider's usual one. */
  readonly isElsewhere: boolean
  readonly key: string | undefined
  /** The setting that a key for this target is kept in. */
  readonly keySetting: KeySetting
  /** Where the stored key belongs, when that is not here. */
  readonly keyBelongsTo: string | undefined
  readonly contextTokens: number | null
  readonly patienceSeconds: number | null
}

export interface Address {
  readonly provider: ProviderName
  readonly baseUrl: string
  readonly origin: string
}

/** Where calls go now; undefined while that is not set, or not usable. */
export function addressOf({
  provider,
  baseUrl,
}: Pick<ModelSettings, 'provider' | 'baseUrl'>): Address | undefined {
  if (provider === null || !isProviderName(provider)) return undefined
  const address = baseAddress(provider, baseUrl)
  return address === undefined ? undefined : { provider, baseUrl: address, origin: new URL(address).origin }
}

/** Whether calls stay on this machine, whoever is called. */
export function isOnThisMachine({ origin }: Pick<Address, 'origin'>): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(new URL(origin).hostname)
}

export interface KeyFor {
  /** The key that may be sent to this origin. */
  readonly key: string | undefined
  /** Where a stored key belongs that may not be sent to this origin. */
  readonly belongsTo?: string | undefined
}

interface WhoCalls {
  readonly model: string | null
  readonly keyFor: (origin: string) => KeyFor
  readonly keySetting?: KeySetting
}

/** Throws `not_configured`, naming the settings to change, when a call cannot be made. */
export function targetOf(
  settings: ModelSettings,
  { model, keyFor, keySetting = 'LLM_API_KEY' }: WhoCalls,
): Target {
  const { provider, baseUrl, contextTokens, patienceSeconds } = settings
  if (provider === null || model === null) throw notConfigured(provider, model)
  const address = addressOf(settings)
  if (!address) throw noAddress(provider, baseUrl)
  const info = providers[address.provider]
  const { key, belongsTo } = keyFor(address.origin)
  const isElsewhere = address.baseUrl !== info.address
  const target = {
    ...address,
    info,
    model,
    isElsewhere,
    key,
    keySetting,
    keyBelongsTo: belongsTo,
    contextTokens,
    patienceSeconds,
  }
  if (key === undefined && info.needsKey && !isElsewhere) throw keyMissing(target)
  if (key !== undefined && !/^[!-~]*$/.test(key)) throw keyUnusable(target)
  return target
}

/** Without a key that the other side wants: what to set, and why a stored one was not sent. */
export function keyMissing({ info, origin, keySetting, keyBelongsTo }: Target): AppError {
  if (keyBelongsTo === undefined)
    return new AppError('not_configured', `${info.title} needs a key. Set ${keySetting}.`)
  return new AppError(
    'not_configured',
    `${keySetting} was set for ${keyBelongsTo} and is not sent to ${origin}. Set ${keySetting} again for the new address.`,
  )
}

/** A header cannot carry it, so no request could even be sent. */
function keyUnusable({ info, keySetting }: Target): AppError {
  return new AppError(
    'not_configured',
    `The key for ${info.title} contains characters that no key has, such as a space or "…". Copy it again in full and set ${keySetting}.`,
  )
}

function notConfigured(provider: string | null, model: string | null): AppError {
  if (provider !== null || model !== null) {
    const missing = provider === null ? 'LLM_PROVIDER' : 'LLM_MODEL'
    return new AppError(
      'not_configured',
      `No model is set: ${missing} is missing. Set it in the settings, or with "deskhand settings set ${missing}".`,
    )
  }
  return new AppError(
    'not_configured',
    'No model is set. Choose one in the settings, or with "deskhand settings set": LLM_PROVIDER, LLM_MODEL and, if the provider needs a key, LLM_API_KEY.',
  )
}

function noAddress(provider: string, baseUrl: string | null): AppError {
  if (!isProviderName(provider))
    return new AppError(
      'not_configured',
      `Unknown model provider "${provider}". LLM_PROVIDER must be one of ${Object.keys(providers).join(', ')}.`,
    )
  if (baseUrl === null)
    return new AppError(
      'not_configured',
      "LLM_PROVIDER is openai_compatible, so set LLM_BASE_URL to the server's address, e.g. http://127.0.0.1:8080/v1.",
    )
  return new AppError('not_configured', 'LLM_BASE_URL is not an http or https address. Correct it.')
}
