import { fitInto, MAX_ENLARGED } from '../coordinates.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** What a picture of the screen may count as. */
export const PICTURE_TOKENS = 1_230

/** Small text is read in that, and a larger picture shows no more of most screens. */
const MAX_EDGE = 1366

const patches = ({ width, height }: Size, edge: number) => Math.ceil(width / edge) * Math.ceil(height / edge)

/** OpenAI's older way: the shorter edge becomes 768, and each square of 512 that is begun counts. */
function tiles(size: Size): number {
  const scale = Math.min(1, 2048 / Math.max(size.width, size.height))
  const short = Math.min(size.width, size.height) * scale
  const all = scale * Math.min(1, 768 / short)
  return patches({ width: Math.round(size.width * all), height: Math.round(size.height * all) }, 512)
}

/** What a picture counts as, by the formula of whoever made the model; the first that fits. */
const formulas: readonly { readonly model: RegExp; readonly tokens: (size: Size) => number }[] = [
  // At its usual resolution every picture counts the same.
  { model: /gemini-(?:[3-9])/, tokens: () => 1_120 },
  // Up to 384 by 384 it is one tile, else squares of two thirds of the shorter edge, from 256 to 768.
  {
    model: /gemini/,
    tokens: (size) => {
      if (Math.max(size.width, size.height) <= 384) return 258
      const unit = Math.min(768, Math.max(256, Math.floor(Math.min(size.width, size.height) / 1.5)))
      return 258 * patches(size, unit)
    },
  },
  { model: /gpt-(?:4\.1|5)(?:\.\d+)?-mini|o4-mini/, tokens: (size) => Math.ceil(patches(size, 32) * 1.62) },
  { model: /gpt-(?:4\.1|5)(?:\.\d+)?-nano/, tokens: (size) => Math.ceil(patches(size, 32) * 2.46) },
  { model: /gpt-(?:5\.[2-9]|[6-9])/, tokens: (size) => patches(size, 32) },
  { model: /gpt-5/, tokens: (size) => 70 + 140 * tiles(size) },
  { model: /gpt-4|^o[13]/, tokens: (size) => 85 + 170 * tiles(size) },
  { model: /qwen-?2(?:\.5)?-?vl|ui-?tars-?1\.5/, tokens: (size) => patches(size, 28) },
  { model: /qwen-?3|glm-?[45]/, tokens: (size) => patches(size, 32) },
]

/** Anthropic's, which is near that of most others. */
const usual = ({ width, height }: Size) => Math.ceil((width * height) / 750)

export function pictureTokens(model: string, size: Size): number {
  const name = model.toLowerCase()
  return (formulas.find((one) => one.model.test(name))?.tokens ?? usual)(size)
}

/** Below that nothing of a whole screen can be read, whatever it counts as. */
const MIN_EDGE = 640

interface Looking {
  /** A part of the screen, as large as the limits allow. */
  readonly enlarge?: boolean
  /** How long its longest edge is at least. */
  readonly minEdge?: number
}

/** The largest pictures of this shape that count as no more than they may; where none does, the largest that count the least. */
export function pictureLimit(
  model: string,
  shown: Size,
  { enlarge = false, minEdge = MIN_EDGE }: Looking = {},
): { readonly maxEdge: number } {
  const longest = Math.max(shown.width, shown.height) * (enlarge ? MAX_ENLARGED : 1)
  let best = { maxEdge: Math.min(MAX_EDGE, Math.floor(longest)), tokens: Infinity }
  for (let maxEdge = best.maxEdge; maxEdge >= Math.min(minEdge, longest); maxEdge -= 1) {
    const tokens = pictureTokens(model, fitInto(shown, { maxEdge, enlarge }))
    if (tokens <= PICTURE_TOKENS) return { maxEdge }
    if (tokens < best.tokens) best = { maxEdge, tokens }
  }
  return { maxEdge: best.maxEdge }
}

/** The same for a part of the screen: never smaller than the picture of the whole screen shows it. */
export function detailLimit(model: string, part: Size, scale: number): { readonly maxEdge: number } {
  return pictureLimit(model, part, {
    enlarge: true,
    minEdge: Math.ceil(Math.max(part.width, part.height) * scale),
  })
}
