/**
 * Loaded before every test file: what is random is drawn from the same seed each time, so that a change is judged by
 * itself and not by the luck of a draw. `npm run test:long` uses new seeds and prints the one of what it finds.
 */

import { configureGlobal } from 'fast-check'

if (!process.env.RUSHES_LONG) configureGlobal({ seed: 20_240_917 })
