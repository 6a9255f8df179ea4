/** Settings of outgoing mail. */

import { toMailAddress } from './address.ts'

export interface MailConfig {
  readonly host: string
  readonly port: number
  /** Whether the connection is encrypted from its first byte (`smtps:`). */
  readonly isSecure: boolean
  /** Absent: the server lets in without a name. */
  readonly login: { readonly username: string; readonly password: string } | undefined
  readonly from: MailSender
}

/** Whom mails come from. */
export interface MailSender {
  readonly name: string
  readonly address: string
}

const shape = 'smtp://user:password@mail.example.org:587 or smtps://mail.example.org'

/** The address of a mail server; throws the end of the sentence "RUSHES_SMTP_URL …", which never shows the password. */
export function parseSmtpUrl(value: string): Omit<MailConfig, 'from'> {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isSecure = url?.protocol === 'smtps:'
  if (!url || !(isSecure || url.protocol === 'smtp:') || url.hostname === '' || url.search || url.hash) {
    throw new Error(`must be an address like ${shape}`)
  }
  if (url.pathname !== '' && url.pathname !== '/') throw new Error(`must be an address like ${shape}`)
  if ((url.username === '') !== (url.password === '')) throw new Error('must name both a user and a password, or none')
  const login =
    url.username === '' ? undefined : Object.freeze({ username: decode(url.username), password: decode(url.password) })
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = url.port === '' ? (isSecure ? 465 : 587) : Number(url.port)
  return Object.freeze({ host, port, isSecure, login })
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error('must have special characters of its user and password written as %..')
  }
}

/** `Rushes <rushes@example.org>` or a bare address. */
export function parseMailFrom(value: string): MailSender {
  const [, name = '', bracketed] = /^([^<>]*)<([^<>]+)>$/.exec(value.trim()) ?? []
  const address = toMailAddress(bracketed ?? value)
  if (address === undefined) throw new Error('must be an address like Rushes <rushes@example.org>')
  const plain = name.trim().replace(/^"(.*)"$/, '$1')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  if (/[\u0000-\u001f\u007f"\\]/.test(plain)) throw new Error('must have a plain name before its address')
  return Object.freeze({ name: plain, address })
}
