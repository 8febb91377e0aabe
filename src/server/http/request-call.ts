import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call, Provenance, UploadedPart } from '../../contract/endpoint.ts'
import type { Log } from '../../contract/log.ts'
import { joinSignals } from '../../platform/processes/joined-signal.ts'

/** What a handler gets beside its input. The signal is made only for the handlers that ask for it. */
export class RequestCall implements Call {
  readonly provenance: Provenance
  readonly log: Log
  readonly #request: FastifyRequest
  readonly #response: ServerResponse
  readonly #stopping: AbortSignal
  #signal: AbortSignal | undefined

  constructor(
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    { stopping, log }: { stopping: AbortSignal; log: Log },
  ) {
    this.#request = request
    this.#response = reply.raw
    this.#stopping = stopping
    this.log = log
    // A program that a tool started, or that nobody can name, asks as a plugin does: what matters waits for a person.
    this.provenance = request.standing === 'person' ? 'local-client' : 'plugin'
  }

  /** Aborts when the caller goes away before the answer, and when the service stops. */
  get signal(): AbortSignal {
    if (this.#signal) return this.#signal
    const gone = new AbortController()
    if (this.#request.raw.socket.destroyed) gone.abort()
    const joined = joinSignals([gone.signal, this.#stopping])
    this.#response.once('close', () => {
      if (!this.#response.writableFinished) gone.abort()
      // The service outlives the request: nothing of it stays on the signal of the service.
      joined[Symbol.dispose]()
    })
    this.#signal = joined.signal
    return this.#signal
  }

  get requestId(): string {
    return this.#request.id
  }

  readonly header = (name: string): string | undefined => {
    const value = this.#request.headers[name]
    return Array.isArray(value) ? value[0] : value
  }

  get parts(): AsyncIterable<UploadedPart> | undefined {
    return this.#request.isMultipart?.() ? uploadedParts(this.#request) : undefined
  }
}

async function* uploadedParts(request: FastifyRequest): AsyncIterable<UploadedPart> {
  for await (const part of request.files()) {
    yield {
      field: part.fieldname,
      filename: part.filename,
      mimeType: part.mimetype,
      stream: part.file,
      truncated: () => part.file.truncated,
    }
  }
}
