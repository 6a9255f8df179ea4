import { type ErrorName, ServiceError } from '@rushes/contract'

/** Why a sign-on failed: the word that its page gets as `reason`, the error and the sentence. */
const refusals = {
  notBegun: ['UnauthorizedError', 'This sign-on was not begun in this browser, or too long ago'],
  providerRefused: ['UnauthorizedError', 'The identity provider refused the sign-on'],
  providerFailed: ['UnauthorizedError', 'The identity provider did not answer, or not as it should'],
  noEmail: ['ForbiddenError', 'The identity provider gave no email address'],
  emailNotVerified: ['ForbiddenError', 'The identity provider has not verified the email address'],
  addressTaken: ['ForbiddenError', 'Another user has this email address; sign in with the password'],
  notAdmitted: ['ForbiddenError', 'There is no user for this sign-on; ask for an invitation'],
  disabled: ['UnauthorizedError', 'This user is disabled'],
  locked: ['AccountLockedError', 'This user is locked'],
} as const satisfies Record<string, readonly [ErrorName, string]>
export type SignOnRefusal = keyof typeof refusals

export function refuse(reason: SignOnRefusal): ServiceError {
  const [type, message] = refusals[reason]
  return new ServiceError(type, message, { reason })
}

/** The word of a refusal; nothing for other errors. */
export function readRefusal({ data }: ServiceError): string | undefined {
  const reason = (data as { reason?: unknown } | null)?.reason
  return typeof reason === 'string' ? reason : undefined
}
