import type { SharedObjectRequest, ShareObject } from '@rushes/contract'
import type { Call } from '../command.ts'
import { CommandError } from '../errors/errors.ts'
import { openProduction, type ProductionOptions } from '../service/session.ts'
import { openAsker } from '../terminal/asking.ts'
import { readId } from './options.ts'
import { addRecipients, listLinks, type MailOptions, readRecipients, toShareLink } from './recipients.ts'

interface ShareOptions extends ProductionOptions, MailOptions {
  readonly label?: string
  readonly description?: string
  readonly permission?: readonly string[]
  readonly expires?: string
  readonly password?: true
  readonly identify?: true
  /** False where `--no-email` was given. */
  readonly email?: boolean
  readonly recipient?: readonly string[]
}

const unitMs = { h: 3_600_000, d: 86_400_000 } as const

/** Shares a collection; prints the token, which users with the right to share can read again at any time. */
export async function run(call: Call<ShareOptions, readonly [collection: string]>): Promise<void> {
  const { args, options, signal, terminal } = call
  const id = readId(args[0], 'collection')
  const expires = options.expires === undefined ? undefined : readInstant(options.expires, Date.now())
  const recipients = readRecipients(options.recipient ?? [], options)
  const password = options.password ? await askPassword(call) : undefined
  const { api, prId } = await openProduction(call)
  const permissions = new Set(['VIEW', ...(options.permission ?? []).map(name => name.toUpperCase())])
  const body: SharedObjectRequest = {
    permissions: [...permissions] as NonNullable<ShareObject['permissions']>,
    ...(options.label === undefined ? {} : { label: options.label }),
    ...(options.description === undefined ? {} : { description: options.description }),
    ...(expires === undefined ? {} : { expires }),
    ...(password === undefined ? {} : { password }),
    clientProperties: {
      ...(options.identify && { identifyUser: true }),
      ...(options.email === false && { askEmail: false }),
    },
  }
  const share = await api.sharing.createShare({ prId, id, body, signal })
  const link = toShareLink(api.options.baseUrl, share, prId)
  const { added, failure } = await addRecipients(call, { api, prId }, share.id, recipients)
  const shown = { ...share, link, ...(recipients.length > 0 && { recipients: added }) }
  terminal.show(shown, () => [`Share ${share.id}`, link, ...listLinks(added)])
  if (failure) throw failure
}

async function askPassword(call: Pick<Call, 'stdin' | 'stderr'>): Promise<string> {
  const asker = openAsker(call)
  try {
    return await asker.ask('Password for visitors', 'secret')
  } finally {
    asker.close()
  }
}

/** An instant in milliseconds: so long after now (`12h`, `7d`), or a date with or without a time. */
export function readInstant(text: string, nowMs: number): number {
  const [, count, unit] = /^(\d{1,5})([hd])$/.exec(text) ?? []
  const instant = count === undefined ? Date.parse(text) : nowMs + Number(count) * unitMs[unit as keyof typeof unitMs]
  if (Number.isNaN(instant)) {
    throw new CommandError('usage', `${text} is no time`, 'Like 12h, 7d, 2030-01-31 or 2030-01-31T18:00Z.')
  }
  if (instant <= nowMs) throw new CommandError('usage', `${text} is over`)
  return instant
}
