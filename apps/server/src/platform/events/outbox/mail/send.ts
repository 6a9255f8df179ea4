/** Takes mails from the outbox to the operator's mail server. */

import { isIP } from 'node:net'
import { createTransport } from 'nodemailer'
import type { Platform } from '../../../context.ts'
import { type Carry, type NoteLoss, startCarrying, UndeliverableError } from '../index.ts'
import type { MailConfig } from './mail-config.ts'
import { mailCarrier, type WrittenMail } from './queue.ts'

declare module '../../../module.ts' {
  interface Module {
    /** Called for each mail that was given up. */
    readonly noteLostMail?: NoteLoss
  }
}

const connectMs = 10_000
const idleMs = 30_000

/** Starts to send mail where the operator has named a server; the result stops it. */
export function startMail(platform: Platform): () => Promise<void> {
  const { mail } = platform.config
  if (!mail) return async () => {}
  const noteLoss: NoteLoss = async (ctx, letter) => {
    for (const { noteLostMail } of platform.modules) await noteLostMail?.(ctx, letter)
  }
  return startCarrying(platform, mailCarrier, createMailCarrier(mail), noteLoss)
}

/** Connects to the mail server and signs in, as for a mail, and sends none; throws what the server refuses. */
export async function verifyMailServer(mail: MailConfig): Promise<void> {
  const transport = openTransport(mail)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

function openTransport({ host, port, isSecure, login }: MailConfig) {
  return createTransport({
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
}

function createMailCarrier(mail: MailConfig): Carry {
  const { from } = mail
  const transport = openTransport(mail)
  const senderDomain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return async (content, { id }) => {
    const written = content as WrittenMail
    await transport
      .sendMail({
        // The library writes into what it is given.
        from: { ...from },
        to: { name: '', address: written.to },
        subject: written.subject,
        text: written.text,
        html: written.html,
        date: new Date(written.written),
        // The same at every attempt, so that a mail that arrives twice can be known as one.
        messageId: `<${id}.${written.written}@${senderDomain}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          'List-Unsubscribe': `<${written.stopLink}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      })
      .catch(error => {
        throw isFinal(error) ? new UndeliverableError(error.message) : error
      })
  }
}

/** A server that refuses this mail or its receiver for good; faults of the server itself may be temporary. */
function isFinal({ responseCode, command }: { responseCode?: number; command?: string }): boolean {
  const isAboutMail = command === 'RCPT TO' || command === 'DATA'
  return isAboutMail && responseCode !== undefined && responseCode >= 500 && responseCode < 600
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}
