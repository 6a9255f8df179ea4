/** How a call fails: in words for people, and as an exit code for scripts. */

/** What each kind of failure means, and the code that it ends with; `docs/command-line.md` prints the same. */
export const exitCodes = {
  failed: { code: 1, meaning: 'something went wrong, or a part of what was asked for' },
  usage: { code: 2, meaning: 'the command was not typed as it has to be' },
  'not signed in': { code: 3, meaning: 'nobody is signed in, or the password, code or token was wrong' },
  forbidden: { code: 4, meaning: 'a right is missing, an account is locked, or a quota is used up' },
  'not found': { code: 5, meaning: 'a production, clip, file or other thing that was named does not exist' },
  refused: { code: 6, meaning: 'a file or a value cannot be used, or the state of things does not allow it' },
  unavailable: { code: 7, meaning: 'the service cannot be reached, or is not ready' },
  interrupted: { code: 130, meaning: 'stopped by Ctrl-C' },
} as const satisfies Record<string, { code: number; meaning: string }>

export type Failure = keyof typeof exitCodes

/** A failure that is reported as one line, and a second one of what to do about it. */
export class CommandError extends Error {
  readonly failure: Failure
  readonly advice: string | undefined

  constructor(failure: Failure, message: string, advice?: string) {
    super(message)
    this.name = 'CommandError'
    this.failure = failure
    this.advice = advice
  }
}

/** Whatever was thrown as a failure that can be reported; `url` is the service that was asked. */
export async function toCommandError(error: unknown, signal: AbortSignal, url?: string): Promise<CommandError> {
  if (error instanceof CommandError) return error
  if (signal.aborted) return new CommandError('interrupted', 'Interrupted')
  const { ServiceError } = await import('@rushes/contract')
  if (error instanceof ServiceError) return new CommandError(toFailure(error.status), error.message)
  if (isFileError(error)) {
    const failure = error.code === 'ENOENT' ? 'not found' : 'failed'
    return new CommandError(failure, describeFileError(error))
  }
  if (isNetworkError(error)) {
    return new CommandError(
      'unavailable',
      `The service${url === undefined ? '' : ` at ${url}`} cannot be reached (${describeCause(error)})`,
      'Is it running, and is the address right? See --url, RUSHES_URL and `rushes login`.',
    )
  }
  return new CommandError('failed', error instanceof Error ? error.message : String(error))
}

/** The kind of failure that a status of the service means. */
export function toFailure(status: number): Failure {
  if (status === 401) return 'not signed in'
  if (status === 402 || status === 403) return 'forbidden'
  if (status === 404 || status === 410) return 'not found'
  if (status === 408 || status === 429 || status === 503) return 'unavailable'
  return status < 500 ? 'refused' : 'failed'
}

/** Whether the disk, or what lies on it, is at fault. */
export function isFileError(error: unknown): error is NodeJS.ErrnoException & { path: string } {
  return error instanceof Error && 'code' in error && 'path' in error && typeof error.path === 'string'
}

function describeFileError({ code, path, message }: NodeJS.ErrnoException & { path: string }): string {
  if (code === 'ENOENT') return `${path} does not exist`
  if (code === 'EACCES' || code === 'EPERM') return `${path} may not be read or written`
  if (code === 'EISDIR') return `${path} is a folder`
  return code === 'ENOSPC' ? `There is no room left for ${path}` : message
}

/** What `fetch` throws where no answer came, or one broke off. */
function isNetworkError(error: unknown): error is Error {
  return error instanceof TypeError ? 'cause' in error : error instanceof Error && error.name === 'TimeoutError'
}

function describeCause(error: Error): string {
  const cause = error.cause as { code?: unknown; message?: unknown } | undefined
  return String(cause?.code ?? cause?.message ?? error.message)
}
