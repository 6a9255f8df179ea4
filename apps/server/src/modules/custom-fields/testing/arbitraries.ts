import { type CustomFieldDescription, customFieldTypes } from '@rushes/contract'
import fc from 'fast-check'

const words = fc.array(fc.oneof(fc.string({ maxLength: 5 }), fc.integer().map(String), fc.constant('true')), {
  maxLength: 3,
})
const members = {
  type: fc.constantFrom(...customFieldTypes),
  label: fc.string({ maxLength: 5 }),
  multiValued: fc.boolean(),
  requiresId: fc.boolean(),
  thesaurus: fc.string({ maxLength: 3 }),
  skipWhiteListValidation: fc.boolean(),
}
const restrictions = {
  whiteList: words,
  blackList: words,
  validation: fc.oneof(fc.constantFrom('.*', '\\d+', '[a-z]*', '(', ''), fc.string({ maxLength: 8 })),
  defaultValue: fc.jsonValue({ maxDepth: 2 }),
}
/** A description of a field that sometimes makes sense. */
export const someDescription: fc.Arbitrary<CustomFieldDescription> = fc.oneof(
  fc.record(members, { requiredKeys: [] }),
  fc.record({ ...members, ...restrictions }, { requiredKeys: [] }),
)
/** What a client may send for a field. */
export const someValue: fc.Arbitrary<unknown> = fc
  .oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.array(fc.oneof(fc.integer(), fc.string({ maxLength: 5 }), fc.date({ noInvalidDate: true }).map(String))),
    fc.record(
      { values: fc.array(fc.jsonValue({ maxDepth: 1 })), value: fc.jsonValue({ maxDepth: 1 }) },
      { requiredKeys: [] },
    ),
    fc.record({ id: fc.nat(), value: fc.jsonValue({ maxDepth: 1 }), objectType: fc.constant('User') }),
  )
  // As JSON brings it.
  .map(value => JSON.parse(JSON.stringify(value)))
