/**
 * The web app as the service serves it: files that were built beforehand, a page for shares, and one for all
 * other addresses.
 * Promises: nothing that is not among those files leaves; a file whose name holds its hash is kept by browsers for ever,
 * the page never; no page runs, frames or asks anything from elsewhere.
 * Leaves to others: what the pages are (apps/web); what they ask for (the endpoints).
 */

import { defineModule } from '../../platform/module.ts'
import { addWebApp } from './routes.ts'

export const web = defineModule({ name: 'web', routes: addWebApp })
