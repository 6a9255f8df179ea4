/** The contract of the service: every endpoint as one value, the resources, the errors, the rights. */

import { accounts } from './endpoints/accounts.ts'
import { authentication } from './endpoints/authentication.ts'
import { productions } from './endpoints/productions.ts'

import { system } from './endpoints/system.ts'

export * from './access.ts'
export * from './endpoint.ts'
export type { Health } from './endpoints/system.ts'
export * from './errors.ts'
export * from './paging.ts'
export * from './resources/account.ts'
export * from './resources/authentication.ts'
export * from './resources/event.ts'
export * from './resources/json-patch.ts'
export * from './resources/production.ts'
export * from './resources/user.ts'
export * from './shapes.ts'

/** Every endpoint, by room. */
export const contract = { system, authentication, accounts, productions }
