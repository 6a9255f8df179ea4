import { type Client, listAll } from '@rushes/client'
import type { Call } from '../command.ts'
import { openProduction } from '../service/session.ts'
import { toSize } from '../terminal/terminal.ts'
import { type FoundFile, findFiles } from '../uploads/find-files.ts'
import { splitPresent } from '../uploads/present.ts'
import { type UploadOptions, uploadFiles } from './upload.ts'

/** Uploads the files of folders that the production does not have yet, by their names and sizes. */
export async function run(call: Call<UploadOptions & { dryRun?: true }, readonly string[]>): Promise<void> {
  const { args, options, terminal, signal } = call
  const files = await findFiles(args)
  const { api, prId } = await openProduction(call)
  const { missing, present } = splitPresent(files, await listOriginals(api, prId, signal))
  if (!terminal.isQuiet) terminal.tell(`${present.length} of ${files.length} files are there already`)
  if (options.dryRun || missing.length === 0) {
    return terminal.showTable<FoundFile>(missing, [
      ['file', file => file.fileName],
      ['size', file => toSize(file.size)],
    ])
  }
  await uploadFiles(call, missing, { api, prId })
}

/** The original of every clip that has one. */
async function listOriginals(api: Client, prId: number, signal: AbortSignal) {
  const clips = await Array.fromAsync(listAll(api.media.listMediaObjects, { prId, signal }))
  return clips.flatMap(({ name = '', mediaObjectInstances = [] }) =>
    mediaObjectInstances.flatMap(({ type, fileName = '', size }) =>
      type === 'RAW' ? [{ clipName: name, fileName, size }] : [],
    ),
  )
}
