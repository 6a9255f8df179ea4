/** Takes mails from the outbox to the operator's mail server. */

import { isIP } from 'node:net'
import { createTransport } from 'nodemailer'
import type { Platform } from '../context.ts'
import { type Carry, startCarrying, UndeliverableError } from '../outbox/index.ts'
import type { MailConfig } from './mail-config.ts'
import { mailCarrier, type WrittenMail } from './queue.ts'

const connectMs = 10_000
const idleMs = 30_000

/** Starts to send mail where the operator has named a server; the result stops it. */
export function startMail(platform: Platform): () => Promise<void> {
  const { mail } = platform.config
  if (!mail) return async () => {}
  return startCarrying(platform, mailCarrier, createMailCarrier(mail))
}

function createMailCarrier({ host, port, isSecure, login, from }: MailConfig): Carry {
  const transport = createTransport({
    host,
    port,
    secure: isSecure,
    // A password leaves the machine encrypted or not at all.
    requireTLS: login !== undefined && !isLoopback(host),
    ...(login ? { auth: { user: login.username, pass: login.password } } : {}),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: idleMs,
    // A text that looks like a path or an address stays a text.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const senderDomain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return async (content, { id }) => {
    const mail = content as WrittenMail
    await transport
      .sendMail({
        // The library writes into what it is given.
        from: { ...from },
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        date: new Date(mail.written),
        // The same at every attempt, so that a mail that arrives twice can be known as one.
        messageId: `<${id}.${mail.written}@${senderDomain}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          'List-Unsubscribe': `<${mail.stopLink}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      })
      .catch(error => {
        throw isFinal(error) ? new UndeliverableError(error.message) : error
      })
  }
}

/** A server that refuses this mail or its receiver for good; what is wrong with the server itself may be mended. */
function isFinal({ responseCode, command }: { responseCode?: number; command?: string }): boolean {
  const isAboutMail = command === 'RCPT TO' || command === 'DATA'
  return isAboutMail && responseCode !== undefined && responseCode >= 500 && responseCode < 600
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}
