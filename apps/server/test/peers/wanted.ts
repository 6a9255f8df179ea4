/** Whether tests may use programs of others. The gate is the same on every machine, so it never looks for them. */

/** Set by `npm run test:all`, which installs them. */
export const peersVariable = 'RUSHES_TEST_PEERS'

/** Set: the services of tests are several nodes behind a balancer. */
export const balancedVariable = 'RUSHES_TEST_BALANCED'

/** Why tests with a peer are left out: false where it is wanted and there. */
export function whyNoPeer(isPresent: () => boolean, reason: string, env = process.env): string | false {
  if (env[peersVariable] !== 'yes') return 'npm run test:all tests it'
  return isPresent() ? false : reason
}

/** The same, for what a suite is about: its absence is an error. */
export function whyNoRequiredPeer(isPresent: () => boolean, reason: string, env = process.env): string | false {
  const why = whyNoPeer(isPresent, reason, env)
  if (why === reason) throw new Error(reason)
  return why
}
