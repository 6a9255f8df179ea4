/**
 * Loaded before every test file: what is random is drawn from the same seed each time, so that a change is judged by
 * itself and not by the luck of a draw. `npm run test:long` uses new seeds and prints the one of what it finds;
 * `RUSHES_TEST_SEED` sets another one.
 */

import { configureGlobal } from 'fast-check'
import { givenSeed } from '../../apps/server/test/random.ts'

if (givenSeed !== undefined) configureGlobal({ seed: givenSeed })
