/** A house's annotations, made up: few large productions and many small ones, words and tags as frequent as in real ones. */

import { createRandom, type Random } from './random.ts'

const productionCount = 40
const annotationsOfClip = 33
const genres = 50
const places = 500
const people = 50_000
const tags = 50_000
const words = 20_000

const presetId = 'preset_001'

/** A clip to be created, with its annotations. */
export interface LibraryClip {
  readonly production: number
  readonly body: Record<string, unknown>
  readonly annotations: readonly Record<string, unknown>[]
}

/** The names of the productions. */
export function listProductions(): string[] {
  return Array.from({ length: productionCount }, (_, index) => `Production ${index}`)
}

/** Clips with so many annotations in all, their own among them; the same for the same seed. */
export function* makeLibrary(size: number, seed: number): Generator<LibraryClip> {
  const random = createRandom(seed)
  for (let made = 0, clip = 0; made < size; clip++) {
    const count = Math.min(annotationsOfClip, size - made) - 1
    made += count + 1
    yield {
      production: random.zipf(productionCount),
      body: makeClip(random, clip),
      annotations: Array.from({ length: count }, () => makeAnnotation(random)),
    }
  }
}

function makeClip(random: Random, index: number) {
  return {
    name: `${4500 + (index % 500)}_A${String(index).padStart(6, '0')}.mxf`,
    description: makeText(random, 10),
    tags: makeTags(random),
    customFields: makeFields(random),
    subtitlingStatuses: { [`${pick(random, ['en', 'nl', 'fr', 'de'])};${presetId}`]: pick(random, statuses) },
  }
}

const statuses = ['NOT_STARTED', 'EDITING', 'COMPLETED', 'AUTOMATIC_COMPLETED']

function makeAnnotation(random: Random) {
  const start = random.below(90_000)
  const isComment = random.next() < 0.5
  return {
    funnel: isComment ? 'ReviewComment' : 'ClipAnnotation',
    start,
    ...(isComment ? {} : { end: start + 1 + random.below(500), name: makeText(random, 3) }),
    description: makeText(random, 8 + random.below(30)),
    tags: makeTags(random),
    customFields: makeFields(random),
    rating: random.below(50) / 10,
  }
}

function makeTags(random: Random): string[] {
  return Array.from({ length: random.below(5) }, () => toTag(random.zipf(tags)))
}

function makeFields(random: Random): Record<string, unknown> {
  return {
    genre: toGenre(random.zipf(genres)),
    place: toPlace(random.zipf(places)),
    person: Array.from({ length: 1 + random.below(2) }, () => `Person ${random.zipf(people)}`),
  }
}

export const toTag = (number: number) => `tag ${number}`
export const toGenre = (number: number) => `Genre ${number}`
const toPlace = (number: number) => `Place ${number}`

/** A text of so many words, the frequent ones first among many. */
export function makeText(random: Random, length: number): string {
  return Array.from({ length }, () => toWord(random.zipf(words))).join(' ')
}

const syllables = ['ba', 'cut', 'do', 'fra', 'gri', 'li', 'mo', 'nor', 'pa', 're', 'so', 'ta', 'u', 'vi', 'wo', 'za']

/** A word of its own for each number. */
function toWord(number: number): string {
  const parts = [number & 15, (number >> 4) & 15, (number >> 8) & 15, (number >> 12) & 15]
  return parts.map(part => syllables[part]).join('')
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[random.below(items.length)]!
}
