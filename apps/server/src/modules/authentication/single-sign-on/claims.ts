/** What a provider says of a person; any of it may be missing, or of another type than it should. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string }

const readHere = ['email', 'email_verified', 'preferred_username', 'given_name', 'family_name', 'name'] as const

/** Whether userinfo may have claims that the id token lacks. */
export function lacksClaims(claims: Claims): boolean {
  return readHere.some(name => claims[name] === undefined)
}

/**
 * The claims of the id token, and of userinfo those that it lacks. `email_verified` vouches for the address of its own
 * answer: that of one answer never makes another address of the other a verified one.
 */
export function completeClaims(claims: Claims, info: Readonly<Record<string, unknown>>): Claims {
  const missing = Object.entries(info).filter(([name]) => claims[name] === undefined)
  const email_verified =
    claims.email === undefined
      ? info.email_verified
      : (claims.email_verified ?? (isSameAddress(claims.email, info.email) ? info.email_verified : undefined))
  return { ...claims, ...Object.fromEntries(missing), sub: claims.sub, email_verified }
}

/** A userinfo without an address speaks of the one that the id token has. */
function isSameAddress(own: unknown, other: unknown): boolean {
  return other === undefined || String(own).toLowerCase() === String(other).toLowerCase()
}
