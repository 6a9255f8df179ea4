import type { Readable } from 'node:stream'

/** An answer that a use case writes itself (endpoints of result kind `raw`). */
export class RawReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: string | Uint8Array | Readable | undefined

  constructor(status: number, headers: Record<string, string | number>, body?: string | Uint8Array | Readable) {
    this.status = status
    this.headers = headers
    this.body = body
  }
}
