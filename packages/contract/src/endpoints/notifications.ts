import Type from 'typebox'
import { bearerOfTheLink } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import { about, Flag } from '../shapes.ts'

const query = {
  address: Type.String({ maxLength: 1000, description: 'email address to which mails are sent; part of the link' }),
  signature: Type.String({ maxLength: 1000, description: 'signature of the link, which may not be changed' }),
} as const
const page = { status: 200, kind: 'raw', contentTypes: ['text/html'] } as const

export const notifications = endpointsOf('notifications', {
  showMailStop: endpoint({
    method: 'GET',
    path: '/mail/stop',
    summary: 'A page that asks whether to stop mails to an address, opened by the link in each mail',
    access: bearerOfTheLink,
    query,
    success: page,
    errors: ['ForbiddenError'],
  }),
  stopMail: endpoint({
    method: 'POST',
    path: '/mail/stop',
    summary: 'Send no more mails to an address (RFC 8058), or with `resume` send them again',
    access: bearerOfTheLink,
    query: { ...query, resume: about(Flag, 'true: mails are sent to the address again') },
    success: page,
    errors: ['ForbiddenError'],
  }),
})
