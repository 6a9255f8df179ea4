import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'

/** Lets `write` make a file beside the output and moves it there when it is complete; on failure nothing stays behind. */
export async function writeThroughTemporary<T>(output: string, write: (temporary: string) => Promise<T>): Promise<T> {
  const temporary = `${resolve(output)}.${randomUUID()}.part`
  try {
    const result = await write(temporary)
    await rename(temporary, resolve(output))
    return result
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
