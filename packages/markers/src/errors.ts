/** Thrown by writers of formats that place markers by time, for a cut of which nothing has frames. */
export class NoFramesError extends Error {
  override readonly name = 'NoFramesError'

  constructor() {
    super('Nothing of this has frames that a marker could be set on')
  }
}
