import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

declare module '../../../platform/module.ts' {
  interface Services {
    readonly dictionaries: Dictionaries
  }
}

/** The words of a language: letters in the case of the dictionary, compounds included. */
export interface Dictionary {
  readonly has: (word: string) => boolean
}

const require = createRequire(import.meta.url)
/** The packages name their settings only; the words are in a file next to these. */
const american = () => join(dirname(require.resolve('@cspell/dict-en_us')), 'en_US.trie.gz')
const british = () => join(dirname(require.resolve('@cspell/dict-en-gb-mit')), 'en_GB.trie.gz')
const dutch = () => join(dirname(require.resolve('@cspell/dict-nl-nl')), 'Dutch.trie.gz')

/** What comes with the service, by language; of a language without its region all count. */
const shipped: ReadonlyMap<string, readonly (() => string)[]> = new Map([
  ['en', [american, british]],
  ['en-us', [american]],
  ['en-gb', [british]],
  ['nl', [dutch]],
])

const unzip = promisify(gunzip)

/** Dictionaries, each of which is read once, whatever languages it is for: that takes some 0.3 s of the processor, and 4 MB. */
export class Dictionaries {
  readonly #known = new Map<string, Promise<Dictionary>>()

  /**
   * The dictionaries of a language (BCP 47): those that the administrator has put into `folder`, else those that come
   * with the service; of the language alone where its region has none. An empty list where there are none.
   */
  async get(language: string, folder: string): Promise<readonly Dictionary[]> {
    const lower = language.toLowerCase()
    for (const name of [lower, lower.split('-', 1)[0]!]) {
      const files = [`${name}.trie.gz`, `${name}.txt`].map(file => join(folder, file))
      const installed = files.find(file => this.#known.has(file) || existsSync(file))
      const paths = installed === undefined ? shipped.get(name)?.map(locate => locate()) : [installed]
      if (paths) return Promise.all(paths.map(path => this.#read(path)))
    }
    return []
  }

  #read(path: string): Promise<Dictionary> {
    let read = this.#known.get(path)
    if (!read) {
      read = readDictionary(path)
      this.#known.set(path, read)
      // One that could not be read is tried again.
      read.catch(() => this.#known.delete(path))
    }
    return read
  }
}

/** A dictionary as the packages `@cspell/dict-…` have them, or a list with a word on each line, in UTF-8. */
async function readDictionary(path: string): Promise<Dictionary> {
  const bytes = await readFile(path)
  // Only a service that checks spelling loads it.
  const { decodeTrie, parseDictionary } = await import('cspell-trie-lib')
  const trie = path.endsWith('.gz') ? decodeTrie(await unzip(bytes)) : parseDictionary(bytes.toString('utf8'))
  return { has: word => trie.hasWord(word, true) }
}
