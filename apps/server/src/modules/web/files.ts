import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

/** A built file with the headers that a browser gets. */
export interface WebFile {
  readonly type: string
  readonly bytes: Buffer
  /** The same, compressed; absent where that was no smaller. */
  readonly brotli: Buffer | undefined
  readonly gzip: Buffer | undefined
  readonly entityTag: string
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** The files of a built app by their addresses (`/index.html`); none when it was not built. */
export async function readWebFiles(folder: string): Promise<ReadonlyMap<string, WebFile>> {
  const names = await readdir(folder, { recursive: true }).catch(error => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  })
  const present = new Set(names)
  const files = names.flatMap(name => {
    const type = types[extname(name)]
    return type === undefined ? [] : [readWebFile(folder, name, type, present)]
  })
  return new Map(await Promise.all(files))
}

async function readWebFile(
  folder: string,
  name: string,
  type: string,
  present: ReadonlySet<string>,
): Promise<[string, WebFile]> {
  const read = async (suffix: string) =>
    present.has(name + suffix) ? readFile(join(folder, name + suffix)) : undefined
  const bytes = await readFile(join(folder, name))
  const entityTag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
  return [`/${name}`, { type, bytes, brotli: await read('.br'), gzip: await read('.gz'), entityTag }]
}
