/** Links to comments, followed as often as faults of one load in a hundred need: for `npm run test:all`. */

import { testLinks } from './test-links.ts'

testLinks('comment')
