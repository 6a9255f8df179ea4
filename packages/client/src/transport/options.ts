import type { TokenSource } from '../tokens.ts'

/** Where the service is, who calls, and how patiently. */
export interface ClientOptions {
  /** Address of the service, with or without a slash at its end; in a browser also a path of the page's own host. */
  baseUrl: string
  /** The token that every call sends. */
  token?: string
  /** Where tokens come from instead, as `signIn` and `visitShare` make it; one that has ended is renewed. */
  tokens?: TokenSource
  /** In place of the global `fetch`. */
  fetch?: typeof fetch
  /**
   * How often a call is made again that got no answer or 429, 502, 503 or 504, with growing pauses; 2 when left out.
   * Only reading calls are, and what was refused with 429: nothing is ever done twice.
   */
  retries?: number
  /** How long one attempt may take until its answer begins; without an end when left out. */
  timeoutMs?: number
}
