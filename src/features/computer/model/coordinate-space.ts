import type { CoordinateSpace } from '../../../platform/desktop/coordinates.ts'
import { nativeSpace } from './native-tools.ts'

/** How models name places, by what they are called. Those who are not here count the pixels of the picture. */
const spaces: readonly { readonly model: RegExp; readonly space: CoordinateSpace }[] = [
  { model: /qwen-?2\.?5-?vl|ui-?tars-?1\.5/i, space: 'smart28' },
  { model: /qwen-?3|gemini|glm-?4|glm-?5|ui-?tars|internvl|kimi|moondream/i, space: 'norm1000' },
]

export function coordinateSpace(
  setting: CoordinateSpace | null,
  { provider, model }: { readonly provider: string; readonly model: string },
): CoordinateSpace {
  return (
    nativeSpace({ provider, model }) ??
    setting ??
    spaces.find((one) => one.model.test(model))?.space ??
    'pixel'
  )
}
