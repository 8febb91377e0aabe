/** What is wrong with an expression, and where. The message is a sentence for whoever wrote it. */
export class ExpressionError extends Error {
  /** Counted from 1, in characters. */
  readonly column: number
  /** What could stand there instead. */
  readonly expected: readonly string[]

  constructor(message: string, column: number, expected: readonly string[] = []) {
    super(message)
    this.column = column
    this.expected = expected
  }
}
