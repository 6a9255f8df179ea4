import { contract, type Endpoint } from '@rushes/contract'

/** What of an endpoint a call needs to know. */
export type Route = Pick<Endpoint, 'method' | 'path' | 'bodyKind' | 'resultKind'>

/**
 * What of each endpoint a call needs to know, by module and name. Builds for browsers put a table of just this in the
 * place of this module, so that no shape of the contract travels.
 */
export const routes: Readonly<Record<string, Readonly<Record<string, Route>>>> = contract
