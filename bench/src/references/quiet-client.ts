import { connect, type Socket } from 'node:net'

const mostBytes = 16 * 2 ** 20

/** What a service answered. */
interface QuietAnswer {
  /** Status line and headers. */
  readonly head: string
  /** It stands until the next request. */
  readonly body: Buffer
}

/**
 * One connection, one request after the other, every answer read into the same memory: a client that made an object of
 * each piece would be collecting them on the processors of the service that it measures.
 */
export class QuietClient {
  readonly #host: string
  readonly #socket: Socket
  readonly #answer = Buffer.allocUnsafeSlow(mostBytes)
  #filled = 0
  #waiting: { resolve(answer: QuietAnswer): void; reject(error: Error): void } | undefined

  constructor(url: string) {
    const { hostname, port, host } = new URL(url)
    this.#host = host
    const onread = {
      buffer: Buffer.allocUnsafeSlow(256 * 1024),
      callback: (count: number, piece: Uint8Array) => this.#take(piece.subarray(0, count)),
    }
    this.#socket = connect({ host: hostname, port: Number(port), onread, noDelay: true })
    this.#socket.on('error', error => this.#waiting?.reject(error))
    this.#socket.on('close', () => this.#waiting?.reject(new Error('the service has closed the connection')))
  }

  /** Sends a request. Throws when the answer is no success. */
  send(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<QuietAnswer> {
    const text = body === undefined ? '' : JSON.stringify(body)
    const length = String(Buffer.byteLength(text))
    const all = { host: this.#host, 'content-type': 'application/json', ...headers, 'content-length': length }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    this.#filled = 0
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`)
    })
  }

  close(): void {
    this.#waiting = undefined
    this.#socket.destroy()
  }

  #take(piece: Uint8Array): boolean {
    this.#answer.set(piece, this.#filled)
    this.#filled += piece.length
    const headEnd = this.#answer.subarray(0, Math.min(this.#filled, 4096)).indexOf('\r\n\r\n')
    if (headEnd < 0) return true
    const head = this.#answer.toString('latin1', 0, headEnd)
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    const end = headEnd + 4 + Number(length)
    if (length !== undefined && this.#filled < end) return true
    const body = this.#answer.subarray(headEnd + 4, end)
    if (length !== undefined && /^HTTP\/1\.1 2/.test(head)) this.#waiting?.resolve({ head, body })
    else this.#waiting?.reject(new Error(`${head} ${body.subarray(0, 500)}`))
    this.#waiting = undefined
    return true
  }
}
