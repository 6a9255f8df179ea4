import { isAbsolute, resolve } from 'node:path'

/** Folders that deliveries are copied to, by the handle that requests name. */
export type Volumes = ReadonlyMap<string, string>

/** Reads `nas=/mnt/deliveries,archive=/mnt/archive`; throws `Error` with the end of the sentence "RUSHES_VOLUMES …". */
export function parseVolumes(value: string): Volumes {
  const volumes = new Map<string, string>()
  for (const entry of value.split(',').map(entry => entry.trim())) {
    if (entry === '') continue
    const [, handle, folder] = /^([\w.-]{1,200})=(.+)$/.exec(entry) ?? []
    if (handle === undefined || folder === undefined || !isAbsolute(folder) || /[\0\n]/.test(folder)) {
      throw new Error(
        `must list handles with absolute folders such as nas=/mnt/deliveries, not ${JSON.stringify(entry)}`,
      )
    }
    if (volumes.has(handle)) throw new Error(`names the handle ${handle} twice`)
    volumes.set(handle, resolve(folder))
  }
  return volumes
}
