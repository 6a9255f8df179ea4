import { type Client, listAll } from '@rushes/client'
import type { MediaObjectInstance } from '@rushes/contract'
import { doAtOnce, sumUp } from '../at-once.ts'
import type { Call } from '../command.ts'
import { CommandError } from '../errors/errors.ts'
import { fetchFile, toSafeName } from '../service/downloads.ts'
import { openProduction, type ProductionOptions } from '../service/session.ts'
import { openProgress } from '../terminal/progress.ts'
import { toSize } from '../terminal/terminal.ts'
import { readId } from './options.ts'

interface DownloadOptions extends ProductionOptions {
  readonly collection?: number
  readonly kind?: 'original' | 'proxy'
  readonly to?: string
  readonly force?: true
}

const jobs = 3

/** Downloads one file of each clip; what was broken off goes on when the same is asked for again. */
export async function run(call: Call<DownloadOptions, readonly string[]>): Promise<void> {
  const { args, options, terminal, signal } = call
  const named = args.map(text => readId(text, 'clip'))
  if (named.length === 0 && options.collection === undefined) {
    throw new CommandError('usage', 'Which clips?', 'Name them by their ids, or a collection with --collection.')
  }
  const { api, prId } = await openProduction(call)
  const clips = new Set([...named, ...(await listClips(api, prId, options.collection, signal))])
  const progress = openProgress(terminal)
  const taken = new Set<string>()
  const download = async (id: number) => {
    const instance = await findInstance(api, prId, id, options.kind ?? 'original')
    const fileName = chooseName(instance.fileName ?? 'unnamed', id, taken)
    const bar = progress.begin(fileName, instance.size ?? 0)
    try {
      const getLink = async () => (await api.media.getDownloadLink({ prId, id, moiId: instance.id, signal })).text()
      const path = await fetchFile({
        getLink,
        service: api.options.baseUrl,
        instanceId: instance.id,
        fileName,
        size: instance.size,
        folder: options.to ?? '.',
        replaces: options.force === true,
        signal,
        onProgress: bar.move,
      })
      return { mediaObjectId: id, path, size: instance.size }
    } finally {
      bar.end()
    }
  }
  const found = await doAtOnce([...clips], jobs, id => `Clip ${id}`, download, {
    signal,
    tell: progress.tell,
  })
  progress.close()
  terminal.showTable(found.results, [
    ['clip', file => file.mediaObjectId],
    ['file', file => file.path],
    ['size', file => toSize(file.size)],
  ])
  const failure = sumUp(found.failures, clips.size, 'downloads')
  if (failure) throw failure
}

/** Of clips whose files are called the same, those that come later get the id of the clip before the name. */
function chooseName(fileName: string, id: number, taken: Set<string>): string {
  const safe = toSafeName(fileName)
  const name = taken.has(safe) ? `${id}-${safe}` : safe
  taken.add(name)
  return name
}

async function listClips(api: Client, prId: number, collection: number | undefined, signal: AbortSignal) {
  if (collection === undefined) return []
  const entries = listAll(api.collections.listCollectionEntries, { prId, id: collection, signal })
  const ids = await Array.fromAsync(entries, entry => entry.mediaObjectId)
  return ids.filter(id => id !== undefined)
}

async function findInstance(api: Client, prId: number, id: number, kind: 'original' | 'proxy') {
  const type: MediaObjectInstance['type'] = kind === 'original' ? 'RAW' : 'PROXY'
  const { items } = await api.media.listInstances({ prId, id })
  const instance = items.find(item => item.type === type)
  if (!instance) throw new CommandError('not found', `Clip ${id} has no ${kind}${kind === 'proxy' ? ' yet' : ''}`)
  return instance
}
