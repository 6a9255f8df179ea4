import type { Client } from '@rushes/client'
import type { ShareObject, ShareRecipient, ShareRecipientCreation } from '@rushes/contract'
import { doAtOnce, sumUp } from '../at-once.ts'
import type { Call, OptionDescription } from '../command.ts'
import { CommandError } from '../errors/errors.ts'

export interface MailOptions {
  readonly mail?: true
}

export const byMail: OptionDescription = { flags: '--mail', meaning: 'send each recipient their link by mail' }

/** Recipients as they are typed: a name, a name with an address in brackets, or an address alone. */
export function readRecipients(texts: readonly string[], { mail }: MailOptions): ShareRecipientCreation[] {
  return texts.map(text => {
    const [, name = '', bracketed] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? []
    const email = bracketed?.trim() ?? (text.includes('@') ? text.trim() : undefined)
    if (mail && email === undefined) {
      throw new CommandError('usage', `${text} has no address to send a mail to`, 'Like "Marit <marit@example.org>".')
    }
    const shown = (email === undefined ? text : name).trim() || email
    if (!shown) throw new CommandError('usage', 'A recipient has a name or an address')
    return { name: shown, ...(email !== undefined && { email }), ...(mail && { sendMail: true }) }
  })
}

/** A recipient with the link that is theirs. */
export type LinkedRecipient = ShareRecipient & { readonly link: string }

/** Gives recipients links of their own; those that fail are reported, and in `failure`. */
export async function addRecipients(
  { signal, terminal }: Pick<Call, 'signal' | 'terminal'>,
  { api, prId }: { readonly api: Client; readonly prId: number },
  shareId: number,
  recipients: readonly ShareRecipientCreation[],
): Promise<{ readonly added: readonly LinkedRecipient[]; readonly failure: CommandError | undefined }> {
  const add = async (body: ShareRecipientCreation): Promise<LinkedRecipient> => {
    const recipient = await api.sharing.createShareRecipient({ prId, id: shareId, body, signal })
    return { ...recipient, link: toShareLink(api.options.baseUrl, { ...recipient, id: shareId }, prId) }
  }
  const { results, failures } = await doAtOnce(recipients, 1, ({ name }) => name, add, { signal, tell: terminal.tell })
  for (const { name, mailFailure } of results) {
    if (mailFailure !== undefined) terminal.tell(`No mail was sent to ${name}: ${mailFailure}`)
  }
  return { added: results, failure: sumUp(failures, recipients.length, 'recipients') }
}

/** A line for each. */
export function listLinks(recipients: readonly LinkedRecipient[]): string[] {
  return recipients.map(({ name, link }) => `${name}  ${link}`)
}

/** The page that visitors open; what is secret stays in the browser, behind the `#`. */
export function toShareLink(url: string, { id, token = '' }: Pick<ShareObject, 'id' | 'token'>, prId: number): string {
  return `${url}/app/share/${prId}/${id}#${new URLSearchParams({ token })}`
}
