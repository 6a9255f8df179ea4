/** The calls of an invitation, which are alike for productions and accounts. */

import type { InvitationRegistration } from '@rushes/contract'
import { findUser } from '../frame/session.ts'
import { api } from '../platform/reading/api.ts'

export interface InvitationCalls {
  find: () => ReturnType<typeof api.accounts.findInvitation>
  /** The address of what the caller is in from now on. */
  accept: () => Promise<string>
  decline: () => Promise<unknown>
  register: (person: Omit<InvitationRegistration, 'token'>) => Promise<unknown>
}

export function createInvitationCalls(token: string, isOfAccount: boolean): InvitationCalls {
  const body = { token }
  if (isOfAccount) {
    return {
      find: () => api.accounts.findInvitation({ body }),
      async accept() {
        await api.accounts.acceptInvitation({ body })
        // The account may demand a second factor, which the user is asked for as they are read again.
        await findUser()
        return '/app'
      },
      decline: () => api.accounts.declineInvitation({ body }),
      register: person => api.accounts.registerByInvitation({ body: { ...person, token } }),
    }
  }
  return {
    find: () => api.productions.findProductionInvitation({ body }),
    accept: async () => `/app/production/${(await api.productions.acceptProductionInvitation({ body })).id}`,
    decline: () => api.productions.declineProductionInvitation({ body }),
    register: person => api.productions.registerByProductionInvitation({ body: { ...person, token } }),
  }
}
