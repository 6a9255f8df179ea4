import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { untilSeen } from '../until.ts'

/** A mail that arrived. */
export interface ReceivedMail {
  /** As the envelope names them. */
  readonly from: string
  readonly to: string[]
  /** Header fields by their names in small letters, unfolded. */
  readonly headers: ReadonlyMap<string, string>
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Everything, as it came. */
  readonly source: string
}

/** A mail server of a test: takes what it is sent, or refuses it as the test says. */
export interface MailReceiver {
  readonly port: number
  readonly mails: ReceivedMail[]
  /** The answer to `RCPT TO` and to the end of a mail, from now on. */
  answer: { recipient: string; data: string }
  /** Resolves once so many mails to the address have arrived. */
  waitFor(count: number, to?: string): Promise<ReceivedMail[]>
  stop(): Promise<void>
}

const taken = { recipient: '250 ok', data: '250 queued' }

/** Starts a server that speaks as much of SMTP (RFC 5321) as a sender needs; 0 for any free port. */
export async function startMailReceiver(port = 0): Promise<MailReceiver> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    converse(socket, receiver)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const receiver: MailReceiver = {
    port: (server.address() as AddressInfo).port,
    mails: [],
    answer: taken,
    async waitFor(count, to) {
      const list = () => receiver.mails.filter(mail => to === undefined || mail.to.includes(to))
      return untilSeen(`${count} mails have arrived`, list, mails => mails.length >= count)
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}

function converse(socket: Socket, receiver: MailReceiver): void {
  let waiting = ''
  let data: string[] | undefined
  let envelope = { from: '', to: [] as string[] }
  /** The answer to a line, if it gets one. */
  function answer(line: string): string | undefined {
    if (data) {
      if (line !== '.') {
        data.push(line.startsWith('.') ? line.slice(1) : line)
        return undefined
      }
      if (receiver.answer.data.startsWith('2')) receiver.mails.push(readMail(envelope, data.join('\r\n')))
      data = undefined
      envelope = { from: '', to: [] }
      return receiver.answer.data
    }
    const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
    const command = line.toUpperCase()
    if (command.startsWith('EHLO')) return '250-test\r\n250 8BITMIME'
    if (command.startsWith('MAIL FROM')) envelope.from = address
    if (command.startsWith('RCPT TO')) {
      envelope.to.push(address)
      return receiver.answer.recipient
    }
    if (command === 'DATA') {
      data = []
      return '354 go on'
    }
    return command === 'QUIT' ? '221 bye' : '250 ok'
  }

  socket.setEncoding('latin1').on('data', (chunk: string) => {
    waiting += chunk
    for (let end = waiting.indexOf('\r\n'); end >= 0; end = waiting.indexOf('\r\n')) {
      const line = waiting.slice(0, end)
      waiting = waiting.slice(end + 2)
      const said = answer(line)
      if (said !== undefined) socket.write(`${said}\r\n`)
      if (said?.startsWith('221')) socket.end()
    }
  })
  socket.write('220 test\r\n')
}

function readMail(envelope: { from: string; to: string[] }, source: string): ReceivedMail {
  const { headers, body } = readPart(source)
  const boundary = /boundary="?([^";]+)/.exec(headers.get('content-type') ?? '')?.[1]
  const parts = boundary === undefined ? [{ headers, body }] : body.split(`--${boundary}`).slice(1, -1).map(readPart)
  const find = (type: string) => {
    const part = parts.find(part => part.headers.get('content-type')?.startsWith(type))
    return part ? decodeBody(part.body, part.headers.get('content-transfer-encoding')) : ''
  }
  const subject = decodeWords(headers.get('subject') ?? '')
  return { ...envelope, headers, subject, text: find('text/plain'), html: find('text/html'), source }
}

function readPart(source: string): { headers: Map<string, string>; body: string } {
  const trimmed = source.replace(/^\r\n/, '')
  const end = trimmed.indexOf('\r\n\r\n')
  const fields = trimmed.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ')
  const headers = new Map(
    fields.split('\r\n').map(line => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  return { headers, body: trimmed.slice(end + 4) }
}

function decodeBody(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  const bytes = encoding === 'quoted-printable' ? decodeQuoted(body.replaceAll('=\r\n', '')) : body
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

function decodeQuoted(text: string): string {
  return text.replaceAll(/=([0-9A-F]{2})/gi, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** Encoded words of a header (RFC 2047). */
function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_match, kind: string, word: string) => {
      const bytes =
        kind.toUpperCase() === 'B'
          ? Buffer.from(word, 'base64')
          : Buffer.from(decodeQuoted(word.replaceAll('_', ' ')), 'latin1')
      return bytes.toString('utf8')
    })
}
