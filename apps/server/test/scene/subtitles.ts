import assert from 'node:assert/strict'
import type { Client } from '@rushes/client'
import type { JsonPatch, ProductionRight, SubtitleAnnotation, SubtitleEntry } from '@rushes/contract'
import { RATE_25, type SampleRate } from '@rushes/timebase'
import { createAnnotation, createMediaObjectAnnotation } from '../../src/modules/annotations/index.ts'
import { createMediaObject, updateMediaObjectFacts } from '../../src/modules/media/index.ts'
import { createServiceContext, inTransaction } from '../../src/platform/context.ts'
import type { TestService } from '../service.ts'

export const presetId = 'preset_001'

/** A production with these presets, as far as they are given, and two of our own otherwise. */
export async function createProduction(
  kit: TestService,
  subtitlePresets: object[] = [
    { id: presetId, name: 'Television' },
    { id: 'preset_002', name: 'Social', regions: [{ id: 'centre' }, { id: 'topRegion' }] },
  ],
): Promise<number> {
  const { id } = await kit.createProduction()
  await kit.admin.productions.updateSetting({ prId: id, key: 'subtitlePresets', body: subtitlePresets })
  return id
}

/** A member who may see the production, and this. */
export async function createMember(kit: TestService, prId: number, ...rights: ProductionRight[]): Promise<Client> {
  return (await kit.createMember(prId, { rights: ['PRODUCTION_VIEW', ...rights] })).api
}

/** A clip as an ingest leaves it, or as a placeholder when it has no rate. */
export async function createClip(kit: TestService, productionId: number, sampleRate?: SampleRate, frameCount = 10_000) {
  return inTransaction(createServiceContext(kit.service.platform, 'test'), async ctx => {
    const { id } = await createMediaObject(ctx, { productionId, name: 'A clip' })
    if (sampleRate) await updateMediaObjectFacts(ctx, id, { type: 'VIDEO', sampleRate, frameCount })
    await createMediaObjectAnnotation(ctx, { id, productionId, frameCount: sampleRate ? frameCount : 0 })
    return id
  })
}

/** Shots of a clip as an ingest writes them, each until the next one. */
export async function addShots(kit: TestService, productionId: number, mediaObjectId: number, ...starts: number[]) {
  await inTransaction(createServiceContext(kit.service.platform, 'test'), async ctx => {
    for (const [index, start] of starts.entries()) {
      const end = starts[index + 1]
      await createAnnotation(ctx, {
        ...{
          productionId,
          mediaObjectId,
          objectType: 'StructuredAnnotation',
          funnel: 'Shot',
          type: 'SHOT',
          start,
          end,
        },
      })
    }
  })
}

/** An entry that says one thing. */
export function entry(start: number, end: number, content = `from ${start}`): SubtitleEntry {
  return { start, end, textParts: [{ content }] }
}

/** The annotation of an answer in JSON. */
export async function readAnnotation(response: Response): Promise<SubtitleAnnotation> {
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
  const annotation: SubtitleAnnotation = JSON.parse(await response.text())
  return annotation
}

/** Subtitles in English of a clip, of a new one unless it is given, through one caller. */
export async function subtitlesOf(
  kit: TestService,
  prId: number,
  { clip, api = kit.admin, preset = presetId }: { clip?: { moId: number }; api?: Client; preset?: string } = {},
) {
  const moId = clip?.moId ?? (await createClip(kit, prId, RATE_25, 1000))
  const place = { prId, moId, language: 'en', presetId: preset }
  return {
    moId,
    place,
    get: async (query: { noCreate?: boolean; includeTranslatedToIds?: boolean } = {}) =>
      readAnnotation(await api.subtitles.getSubtitle({ ...place, query })),
    patch: (body: JsonPatch) => api.subtitles.patchSubtitle({ ...place, body }),
    add: (...values: object[]) =>
      api.subtitles.patchSubtitle({
        ...place,
        body: values.map(value => ({ op: 'add', path: '/structuredDescription/subtitles/-', value })),
      }),
    put: (body: object) => api.subtitles.replaceSubtitle({ ...place, body: body as never }),
    delete: (query = {}) => api.subtitles.deleteSubtitle({ ...place, query }),
  }
}
