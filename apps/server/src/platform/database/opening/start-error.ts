/** Why the service cannot start: one line for the person who started it, without a stack and without secrets. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Turns a failed system call on `folder` into a `StartError`; anything else is returned as it is. */
export function toFolderError(folder: string, error: unknown): unknown {
  if (error instanceof StartError || !(error instanceof Error) || !('code' in error) || !('syscall' in error))
    return error
  return new StartError(`The data folder ${folder} cannot be used: ${error.message}`, { cause: error })
}
