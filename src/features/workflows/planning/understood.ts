/** A call that a clause asks for. */
export interface Understood {
  readonly agent: string
  readonly action: string
  readonly args: Readonly<Record<string, unknown>>
  /** Required arguments that it does not give. */
  readonly missing: readonly string[]
  /** What a person should look at before it runs, each as a sentence. */
  readonly doubts?: readonly string[]
}
