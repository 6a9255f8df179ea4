/** All that a production shows, by every GET of the contract below `/production/{prId}`, in words that hold anywhere. */

import { createHash } from 'node:crypto'
import type { Client } from '@rushes/client'
import { contract, type Endpoint, pathNames, ServiceError } from '@rushes/contract'
import { presetId } from '../../../../test/scene/subtitles.ts'
import { toComparable } from './comparable.ts'
import { listThings, type Things } from './things.ts'

/** What describes the service, the caller or the past rather than what is in the production. */
const notContent: ReadonlySet<string> = new Set([
  'exportProduction',
  'listPermissions',
  'listSpeechEngines',
  'getCurrentShare',
  'getShareBranding',
  'streamShareEvents',
  'streamProductionEvents',
  'listProductionEvents',
  'searchActivitiesOfProduction',
  'searchShareActivity',
  'listShareSessions',
  'listWorkflows',
  'getWorkflow',
  'followWorkflow',
  'getUpload',
  // Compared by itself: some of the team are no users elsewhere.
  'listParticipants',
  // Made of bytes that are compared themselves; here these are no film.
  'grabFrame',
  'getSpriteIndex',
])

/** Values of path parameters that are no ids. */
const words: Readonly<Record<string, readonly string[]>> = {
  language: ['en', 'nl'],
  otherLanguage: ['nl'],
  presetId: [presetId, 'social'],
  format: ['csv'],
  key: ['subtitlePresets', 'ingest', 'transcription', 'quota', 'ofAClient'],
}

/** Which things the parameter behind a word of a path names. */
const kinds: Readonly<Record<string, keyof Things>> = {
  mo: 'clips',
  an: 'annotations',
  eo: 'collections',
  moi: 'instances',
  category: 'categories',
  savedSearch: 'savedSearches',
  share: 'shares',
  file: 'files',
  delivery_request: 'requests',
  delivery_request_submission: 'submissions',
  thesaurus: 'thesauri',
}

/** Answers by what was asked, with the names of things instead of their ids. */
export async function readEverything(
  api: Client,
  prId: number,
  people: Readonly<Record<string, number>>,
): Promise<Record<string, unknown>> {
  const things = await listThings(api, prId)
  const names = new Map<number, string>([[prId, 'the production']])
  for (const [kind, ids] of Object.entries(things)) {
    for (const [index, id] of ids.entries()) names.set(id, `${kind} ${index}`)
  }
  for (const [name, id] of Object.entries(people)) names.set(id, name)
  const everything: Record<string, unknown> = {}
  for (const [module, endpoints] of Object.entries(contract)) {
    for (const endpoint of Object.values(endpoints) as Endpoint[]) {
      if (endpoint.method !== 'GET' || !endpoint.path.includes('{prId}') || notContent.has(endpoint.id)) continue
      for (const params of listParams(endpoint, things)) {
        const asked = Object.values(params).map(value => names.get(value as number) ?? value)
        everything[`${endpoint.id} ${asked.join(', ')}`] = toComparable(
          await ask(api, module, endpoint, { prId, ...params }),
          { names, baseUrl: api.options.baseUrl },
        )
      }
    }
  }
  return everything
}

type Params = Readonly<Record<string, string | number>>

/** Every combination of what the path names. */
function listParams(endpoint: Endpoint, things: Things): Params[] {
  return pathNames(endpoint.path)
    .filter(name => name !== 'prId')
    .reduce<Params[]>(
      (listed, name) => {
        const before = new RegExp(`/(\\w+)/\\{${name}\\}`).exec(endpoint.path)?.[1] ?? ''
        const kind = kinds[before]
        const values = words[name] ?? (kind && things[kind])
        if (!values) throw new Error(`${endpoint.path}: nobody said what {${name}} is`)
        return listed.flatMap(params => values.map(value => ({ ...params, [name]: value })))
      },
      [{}],
    )
}

type AnyCall = (input: object) => Promise<unknown>

async function ask(api: Client, module: string, endpoint: Endpoint, params: Params): Promise<unknown> {
  const query = {
    ...('rows' in endpoint.query && { rows: 1000 }),
    ...('noCreate' in endpoint.query && { noCreate: true }),
    ...('includeSettings' in endpoint.query && { includeSettings: true }),
  }
  const call = (api as unknown as Record<string, Record<string, AnyCall>>)[module]![endpoint.id]!
  try {
    const answer = await call({ ...params, query })
    if (!(answer instanceof Response)) return answer
    if (endpoint.id !== 'getDownloadLink') return readResponse(answer)
    return readResponse(await fetch(await answer.text()))
  } catch (error) {
    if (error instanceof ServiceError) return { refused: error.type }
    throw error
  }
}

async function readResponse(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('application/json')) return response.json()
  if (type.startsWith('text/')) return response.text()
  return {
    type,
    sha256: createHash('sha256')
      .update(new Uint8Array(await response.arrayBuffer()))
      .digest('hex'),
  }
}
