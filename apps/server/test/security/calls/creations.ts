import type { TestService } from '../../service.ts'
import type { Estate } from './estate.ts'

/** What creations need beside what their shapes say, by the id of the endpoint. */
export function toCreations(
  kit: TestService,
  estate: Estate,
): Readonly<Record<string, () => Record<string, unknown> | Promise<Record<string, unknown>>>> {
  return {
    createUser: () => ({ username: 'forger', email: 'forger@example.org', password: 'a long password' }),
    createAccount: () => ({ humanName: 'An account' }),
    addAccountParticipant: () => ({ email: 'invited@example.org', rights: [] }),
    addParticipant: () => ({ email: 'invited@example.org' }),
    createProduction: () => ({ accountId: kit.accountId, name: 'A production' }),
    createRole: () => ({ name: 'Another role', permissions: [] }),
    createCategory: () => ({ name: 'Another category' }),
    createClipAnnotation: () => ({ funnel: 'ReviewComment', start: 0, end: 1 }),
    createCollection: () => ({ title: 'Another collection' }),
    createThesaurus: () => ({ label: 'Another thesaurus' }),
    createSavedSearch: () => ({ name: 'Another search' }),
    createWebhook: () => ({ url: 'https://receiver.example/', active: false }),
    createDeliveryRequest: () => ({ label: 'Another request' }),
    async createSubmission() {
      const { prId } = estate
      const request = await kit.admin.delivery.createDeliveryRequest({ prId, body: { label: 'A second request' } })
      return { deliveryRequestId: request.id }
    },
    createMediaObjects: () => ({ name: 'Another clip' }),
  }
}
