import { TimebaseError } from './errors.ts'

declare const unit: unique symbol

/**
 * A position or a length in whole frames.
 *
 * The mark is optional, so a plain number may be given where frames are expected and sums need no cast; but frames
 * given where milliseconds are expected do not compile.
 */
export type Frames = number & { readonly [unit]?: 'frames' }

/** A position or a length in whole milliseconds; marked in the same way as {@link Frames}. */
export type Milliseconds = number & { readonly [unit]?: 'milliseconds' }

/** Refuses what is not a whole number within the exact range of a double; throws `invalid-time`. */
export function assertWhole(value: number, name: string): void {
  if (!Number.isSafeInteger(value))
    throw new TimebaseError('invalid-time', `${name} must be a whole number within 2^53: ${value}`)
}
