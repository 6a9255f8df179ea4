/** Where a client gets its token from, when that is not one text for ever. */
export interface TokenSource {
  /** The token to send now. */
  get(): Promise<string | undefined>
  /** A new one after the service has refused `token` (401); nothing when there is no way to get one. */
  renew(token: string | undefined): Promise<string | undefined>
}

/**
 * Tokens that `open` gives, asked for at the first call, unless there is a `first` one, and again whenever one is
 * refused. However many calls are refused at once, `open` is asked once.
 */
export function createTokenSource(open: () => Promise<string>, first?: string): TokenSource {
  let current = first
  let opening: Promise<string> | undefined
  const openOnce = () => {
    opening ??= open()
      .then(token => {
        current = token
        return token
      })
      .finally(() => {
        opening = undefined
      })
    return opening
  }
  return {
    get: async () => current ?? openOnce(),
    // Another call may have renewed it since this one was sent.
    renew: async token => (current !== undefined && current !== token ? current : openOnce()),
  }
}
