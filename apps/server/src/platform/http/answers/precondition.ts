/**
 * What a request says of the version that its change is to find (`If-Match`, `If-None-Match`). It travels in the
 * context to the place that holds the row, so that nothing can change between the comparison and the change.
 */

import { ServiceError } from '@rushes/contract'

export class Precondition {
  readonly #holds: (version: number | undefined) => boolean
  #isChecked = false

  constructor(holds: (version: number | undefined) => boolean) {
    this.#holds = holds
  }

  /** Whether the use case has compared the version that it found. */
  get isChecked(): boolean {
    return this.#isChecked
  }

  /** `undefined` where there is nothing yet. Throws PreconditionFailedError with the stored version. */
  assertHoldsFor(version: number | undefined): void {
    this.#isChecked = true
    if (!this.#holds(version)) throw preconditionFailed(version)
  }
}

/**
 * To be called with the version of the row that is about to change, once it is locked (or when the change itself names
 * that version), and after the caller's rights. Throws PreconditionFailedError.
 */
export function assertPrecondition(
  ctx: { readonly precondition?: Precondition | undefined },
  version: number | undefined,
): void {
  ctx.precondition?.assertHoldsFor(version)
}

/** What `If-Match` or `If-None-Match` says is not so; the answer carries the stored version. */
export function preconditionFailed(version: number | undefined): ServiceError {
  const message = version === undefined ? 'there is no such version' : `its version is ${version}`
  return new ServiceError(
    'PreconditionFailedError',
    `This is not in the state that the request names; ${message}`,
    version === undefined ? null : { version },
  )
}
