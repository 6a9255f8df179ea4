import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { explainWriteError } from '../supervision/storage-full.ts'

/** Lets `write` make a file beside the output and moves it there when it is complete; on failure nothing stays behind. */
export async function writeThroughTemporary<T>(output: string, write: (temporary: string) => Promise<T>): Promise<T> {
  const temporary = `${resolve(output)}.${randomUUID()}.part`
  try {
    const result = await write(temporary)
    await rename(temporary, resolve(output))
    return result
  } catch (error) {
    // Asked before the file is removed, which gives its space back.
    const explained = await explainWriteError(error, dirname(temporary))
    await rm(temporary, { force: true })
    throw explained
  }
}
