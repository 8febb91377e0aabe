import { softmax } from './model.ts'

/** A sentence as numbers: which inputs are set, and how much. */
export interface Sample {
  readonly inputs: Uint16Array
  readonly values: Float32Array
  readonly label: number
  readonly weight: number
}

export interface Trained {
  readonly weights: Float32Array
  readonly bias: Float32Array
}

export interface TrainingOptions {
  readonly inputs: number
  readonly labels: number
  readonly epochs: number
  readonly rate: number
  /** Keeps the weights small, so that a sentence of a few words is not taken for granted. */
  readonly decay: number
}

/**
 * Multinomial logistic regression by Adagrad. The order of the samples is the same each time, and so is the result. What is
 * `known` of the first labels stays as it is: the others are learnt beside them.
 */
export function trainLinear(
  samples: readonly Sample[],
  options: TrainingOptions,
  known: Trained = { weights: new Float32Array(), bias: new Float32Array() },
): Trained {
  const { inputs, labels, epochs } = options
  const layer: Layer = {
    first: known.bias.length,
    weights: new Float32Array(inputs * labels),
    squares: new Float32Array(inputs * labels).fill(1e-3),
    bias: new Float32Array(labels),
    biasSquares: new Float32Array(labels).fill(1e-3),
  }
  layer.bias.set(known.bias)
  for (let input = 0; input < inputs; input++)
    layer.weights.set(known.weights.subarray(input * layer.first, (input + 1) * layer.first), input * labels)
  const order = samples.map((_, index) => index)
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, epoch)
    for (const index of order) learn(layer, samples[index]!, options)
  }
  return layer
}

interface Layer extends Trained {
  /** The first label that is learnt. */
  readonly first: number
  readonly squares: Float32Array
  readonly biasSquares: Float32Array
}

function learn(layer: Layer, sample: Sample, { labels, rate, decay }: TrainingOptions): void {
  const { first, weights, squares, bias, biasSquares } = layer
  const { inputs, values, label, weight } = sample
  const errors = softmax(scoresOf(layer, sample))
  errors[label]! -= 1
  for (let l = first; l < labels; l++) {
    const gradient = errors[l]! * weight
    biasSquares[l]! += gradient * gradient
    bias[l]! -= (rate * gradient) / Math.sqrt(biasSquares[l]!)
  }
  for (let k = 0; k < inputs.length; k++) {
    const from = inputs[k]! * labels
    const value = values[k]! * weight
    for (let l = first; l < labels; l++) {
      const at = from + l
      const gradient = errors[l]! * value + decay * weights[at]!
      squares[at]! += gradient * gradient
      weights[at]! -= (rate * gradient) / Math.sqrt(squares[at]!)
    }
  }
}

function scoresOf({ weights, bias }: Trained, { inputs, values }: Sample): Float32Array {
  const labels = bias.length
  const scores = Float32Array.from(bias)
  for (let k = 0; k < inputs.length; k++) {
    const from = inputs[k]! * labels
    for (let l = 0; l < labels; l++) scores[l]! += values[k]! * weights[from + l]!
  }
  return scores
}

function shuffle(order: number[], seed: number): void {
  let state = (seed + 1) * 2_654_435_761
  for (let index = order.length - 1; index > 0; index--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const other = state % (index + 1)
    const kept = order[index]!
    order[index] = order[other]!
    order[other] = kept
  }
}
