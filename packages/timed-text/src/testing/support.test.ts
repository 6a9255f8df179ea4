import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { formats } from '../formats/ttml/testing/validated.ts'
import { toMillisecondDocument } from '../index.ts'
import { type Feature, featureLabels, type SupportLevel } from '../support.ts'
import { featureSamples } from './feature-samples.ts'

/** What files say elsewhere, and what only another format knows, so that no loss is reported. */
const untold: readonly Feature[] = ['documentLanguage', 'foreign']

describe('the support table', () => {
  for (const format of Object.values(formats)) {
    for (const feature of Object.keys(featureLabels) as Feature[]) {
      const [level] = format.support[feature]
      test(`${format.label}: ${featureLabels[feature]}: ${level}`, () => {
        const { document, look } = featureSamples[feature]
        const written = format.write(document)
        const found = look(toMillisecondDocument(format.read(written.content).document))
        assert.equal(findLevel(look(document), found), level, JSON.stringify(found))
        const isTold = written.diagnostics.length > 0
        assert.ok(level === 'kept' || isTold || untold.includes(feature), 'every loss is reported')
      })
    }
  }
})

function findLevel(before: unknown, after: unknown): SupportLevel {
  if (isDeepStrictEqual(before, after)) return 'kept'
  return after === undefined || (Array.isArray(after) && after.length === 0) ? 'lost' : 'approximated'
}
