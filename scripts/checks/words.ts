/** Words that are grammatical but not idiomatic: they are wrong nearly everywhere, in code, texts and documents alike. */

import type { Invariant } from './invariants.ts'

interface BannedWord {
  readonly word: string
  /** By default the word itself. */
  readonly pattern?: string
  readonly instead: string
}

const bannedWords: readonly BannedWord[] = [
  { word: 'anew', instead: 'again, rebuilt or recreated' },
  { word: 'mend', pattern: 'mend(?:s|ed|ing)?', instead: 'fix or repair' },
  { word: 'heal', pattern: 'heal(?:s|ed|ing)?', instead: 'repair or recover' },
  { word: 'whoever', instead: 'who it is: the user, the caller, everyone who' },
  // Code has variables of this name.
  { word: 'of theirs', pattern: 'of theirs(?!\\.)', instead: 'their' },
  { word: 'another house', instead: 'another organization' },
  { word: 'house word', pattern: 'house words?', instead: 'custom term' },
  {
    word: 'comes in',
    pattern: '(?:comes?|came|coming) in(?! (?:batches|bursts))',
    instead: 'is received, is imported or signs in',
  },
  { word: 'goes out', instead: 'is sent or is exported' },
  { word: 'comes again', pattern: 'comes? again', instead: 'is repeated' },
  { word: 'is not understood here', pattern: 'not understood here', instead: 'is not supported' },
  { word: 'is not made in this way', pattern: 'not made in this way', instead: 'cannot be created with this endpoint' },
  { word: 'what hangs on', instead: 'what is attached to' },
  { word: 'stands in', pattern: '(?:stands?|stood) in', instead: 'is in, or contains' },
  { word: 'tells of', pattern: '(?:tells?|told) of', instead: 'reports, lists, emits or notifies' },
  {
    word: 'is told',
    pattern: '(?:is|are) told(?! (?:to hide|what|why|where|that there|there|the stored|nothing|their own))',
    instead: 'is reported, returned or emitted; for a person, is notified',
  },
  { word: 'in the place of', instead: 'instead of' },
  { word: 'stands at', pattern: '(?:stands?|stood) at', instead: 'is at' },
]

const files = /^(?:apps|bench|docs|packages|scripts)\/|^[A-Z]+\.md$/
/** Decisions are quoted as they were made, and migrations are not edited. */
const allowed = /^docs\/adr\/|\/migrations\/|^CHANGELOG\.md$|^scripts\/checks\/words(?:\.test)?\.ts$/

export const wordRules: readonly Invariant[] = bannedWords.map(({ word, pattern = word, instead }) => ({
  name: `not "${word}"`,
  files,
  forbidden: new RegExp(`\\b${pattern}\\b`, 'i'),
  allowed,
  exceptions: [],
  advice: `write ${instead}`,
}))
