import Type from 'typebox'
import { bearerOfTheLink } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import { Flag } from '../shapes.ts'

const query = {
  address: Type.String({ maxLength: 1000 }),
  signature: Type.String({ maxLength: 1000 }),
} as const
const page = { status: 200, kind: 'raw', contentTypes: ['text/html'] } as const

export const notifications = endpointsOf('notifications', {
  showMailStop: endpoint({
    method: 'GET',
    path: '/mail/stop',
    summary: 'A page that asks whether an address wants no more mails, by the link that stands in each of them',
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
    query: { ...query, resume: Flag },
    success: page,
    errors: ['ForbiddenError'],
  }),
})
