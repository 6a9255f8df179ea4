/** `npm run check`: what `npm test` checks before it runs tests. */

import { runChecks } from './checks/run-checks.ts'

process.exit((await runChecks()) ? 0 : 1)
