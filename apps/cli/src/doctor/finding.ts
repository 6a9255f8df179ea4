/** What a check found. */
export interface Finding {
  /** What was checked. */
  readonly part:
    | 'configuration'
    | 'runtime'
    | 'media'
    | 'disk'
    | 'service'
    | 'database'
    | 'search'
    | 'storage'
    | 'nodes'
    | 'credentials'
    | 'backup'
    | 'files'
    | 'key'
    | 'mail'
    | 'sign-on'
    | 'address'
  /** `skipped`: it could not be checked now, and that is no fault. */
  readonly status: 'good' | 'warning' | 'failed' | 'skipped'
  readonly message: string
  /** What to do about it. */
  readonly advice?: string
}

export function found(part: Finding['part'], status: Finding['status'], message: string, advice?: string): Finding {
  return { part, status, message, ...(advice === undefined ? {} : { advice }) }
}
