import { ConfigError } from '@rushes/server/src/platform/config/config.ts'
import { StartError } from '@rushes/server/src/platform/database/index.ts'
import { CommandError } from './errors.ts'

/** Does something on the data of the service; what would keep the service from starting is reported as its one line. */
export async function withStartErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ConfigError) throw new CommandError('usage', error.message)
    if (error instanceof StartError) throw new CommandError('refused', error.message)
    throw error
  }
}
