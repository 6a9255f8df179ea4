/**
 * The outbox: what leaves the service because of a change is written in the transaction of that change, and carried out
 * from here until it is taken, also after a crash. It may be carried twice, never not at all: carriers give what they
 * send an id that stays the same.
 */

export { type Carry, type NoteLoss, startCarrying, UndeliverableError } from './carry.ts'
export { outboxFigures } from './figures.ts'
export { dropLetter, isCrowded, type Letter, putIntoOutbox, sealedLetters } from './put.ts'
export { retainedLetters } from './store.ts'
