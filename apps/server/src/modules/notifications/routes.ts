import { contract, ServiceError } from '@rushes/contract'
import type { Context } from '../../platform/context.ts'
import { escapeHtml, isStopLink, resumeMail, stopMail } from '../../platform/events/outbox/mail/index.ts'
import { type Api, implement, RawReply } from '../../platform/http/index.ts'
import { listNotifications, readNotifications } from './lines/lines.ts'
import { getPreferences, setPreference } from './preferences/preferences.ts'

const { notifications } = contract

interface StopQuery {
  address?: string | undefined
  signature?: string | undefined
  resume?: boolean | undefined
}

/** Which endpoint of notifications is answered by which use case. */
export function addNotificationRoutes(api: Api): void {
  implement(api, notifications.showMailStop, async (ctx, { query }) => showPage(toLink(ctx, query), 'ask'))
  implement(api, notifications.stopMail, async (ctx, { query }) => {
    const link = toLink(ctx, query)
    const isResumed = query.resume === true
    await (isResumed ? resumeMail(ctx, link.address) : stopMail(ctx, link.address))
    return showPage(link, isResumed ? 'resumed' : 'stopped')
  })
  implement(api, notifications.listNotifications, (ctx, { params, query }) => listNotifications(ctx, params.id, query))
  implement(api, notifications.readNotifications, (ctx, { params, body }) => readNotifications(ctx, params.id, body))
  implement(api, notifications.getNotificationPreferences, (ctx, { params }) => getPreferences(ctx, params.id))
  implement(api, notifications.setNotificationPreference, (ctx, { params, body }) =>
    setPreference(ctx, params.id, { kind: params.kind, ...body }),
  )
}

interface Link {
  readonly address: string
  readonly signature: string
}

/** Whose mails a link is about; only a mail to that address holds it. */
function toLink({ platform }: Context, { address = '', signature = '' }: StopQuery): Link {
  if (!isStopLink(platform, { address, signature })) {
    throw new ServiceError('ForbiddenError', 'This link was not made by this service')
  }
  return { address, signature }
}

const words = {
  ask: { text: 'Do you want no more mails to', sign: '?', button: 'No more mails', next: {} },
  stopped: { text: 'No more mails are sent to', sign: '.', button: 'Send mails again', next: { resume: 'true' } },
  resumed: { text: 'Mails are sent again to', sign: '.', button: 'No more mails', next: {} },
} as const

/** A page with one button: what a mail reader opens by itself changes nothing. */
function showPage({ address, signature }: Link, state: keyof typeof words): RawReply {
  const { text, sign, button, next } = words[state]
  const action = escapeHtml(`?${new URLSearchParams({ address, signature, ...next })}`)
  const body = `<p>${text} ${escapeHtml(address)}${sign}</p><form method="post" action="${action}"><button>${button}</button></form>`
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${button}</title></head><body>${body}</body></html>`
  return new RawReply(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy }, html)
}

const pagePolicy = "default-src 'none'; form-action 'self'; frame-ancestors 'none'"
