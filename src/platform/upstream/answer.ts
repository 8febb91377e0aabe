import { charsetOf, decodeText } from './decode-text.ts'
import { UnreadableAnswer } from './faults.ts'

export interface AnswerParts {
  readonly status: number
  /** Where it came from, after redirects. */
  readonly url: string
  readonly contentType: string
  readonly bytes: Buffer
  /** `name=value` of every cookie that was set. */
  readonly cookies?: readonly string[]
}

/** What a provider answered, whole and unpacked. */
export class UpstreamAnswer implements AnswerParts {
  readonly status: number
  readonly url: string
  readonly contentType: string
  readonly bytes: Buffer
  readonly cookies: readonly string[]

  constructor({ status, url, contentType, bytes, cookies = [] }: AnswerParts) {
    this.status = status
    this.url = url
    this.contentType = contentType
    this.bytes = bytes
    this.cookies = cookies
  }

  text(): string {
    return decodeText(this.bytes, charsetOf(this.contentType))
  }

  json(): unknown {
    try {
      return JSON.parse(this.text()) as unknown
    } catch (error) {
      throw new UnreadableAnswer(`status ${this.status} without valid JSON`, { cause: error })
    }
  }
}
