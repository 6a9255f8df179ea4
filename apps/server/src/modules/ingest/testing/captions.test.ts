import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { SubtitleAnnotation } from '@rushes/contract'
import { RATE_29_97 } from '@rushes/timebase'
import { writeScc } from '@rushes/timed-text'
import { nameLanguages } from '../tasks/subtitles.ts'
import { createIngestScene, type IngestScene, statusOf } from './scene.ts'

const frameCount = 180

/** Constructs of captions by their frame. */
type Captions = Map<number, number[]>

/** Adds captions of CEA-608 in a field, which an SCC file of them has as its words. */
function addField(captions: Captions, field: 1 | 2, start: number, end: number, content: string): void {
  const cue = { start, end, textParts: [{ type: 'text' as const, content }] }
  const { content: file } = writeScc({ timing: { unit: 'frames', rate: RATE_29_97 }, cues: [cue] })
  for (const [, seconds, frames, words = ''] of file.matchAll(/^00:00:(\d\d)[:;](\d\d)\t(.*)$/gm)) {
    let frame = 30 * Number(seconds) + Number(frames)
    for (const word of words.split(' ')) {
      const code = Number.parseInt(word, 16)
      // Codes of the second field have a first byte of their own.
      const first =
        field === 2 && code >> 8 === 0x94 && (code & 0x7f) >= 0x20 && (code & 0x7f) < 0x30 ? 0x15 : code >> 8
      add(captions, frame++, [0xfb + field, first, code & 0xff])
    }
  }
}

/** Adds what a service of CTA-708 writes to a window that is seen at once. */
function addService(captions: Captions, service: number, frame: number, text: string): void {
  const block = [0x98, 0x20, 0x4a, 0x69, 0x71, 0x1f, 0x18, ...Buffer.from(text, 'latin1')]
  const packet = [0, (service << 5) | block.length, ...block, ...(block.length % 2 === 1 ? [0] : [])]
  packet[0] = packet.length / 2
  for (let index = 0; index < packet.length; index += 2) {
    add(captions, frame, [index === 0 ? 0xff : 0xfe, packet[index]!, packet[index + 1]!])
  }
}

function add(captions: Captions, frame: number, triplet: readonly number[]): void {
  captions.set(frame, [...(captions.get(frame) ?? []), ...triplet])
}

describe('captions within a picture', () => {
  let scene: IngestScene
  let film: Buffer
  before(async () => {
    scene = await createIngestScene()
    const captions: Captions = new Map()
    addField(captions, 1, 60, 100, 'Good evening')
    addField(captions, 2, 70, 110, 'Buenas noches')
    addService(captions, 1, 60, 'GOOD EVENING')
    addService(captions, 2, 65, 'Bonsoir')
    const output = join(scene.folder, 'captions.mp4')
    await scene.engine.encodeClip({
      ...{ output, width: 64, height: 48, rate: RATE_29_97, frameCount },
      captions: new Map([...captions].map(([frame, triplets]) => [frame, Uint8Array.from(triplets)])),
      drawFrame: (frame, picture) => picture.fill(frame),
    })
    film = await readFile(output)
  })
  after(() => scene.stop())

  const list = ({ structuredDescription }: SubtitleAnnotation) =>
    structuredDescription?.subtitles.map(
      ({ start, end, textParts }) => `${start}-${end} ${textParts?.map(({ content }) => content).join('')}`,
    )
  const get = async (moId: number, language: string) => {
    const place = { prId: scene.prId, moId, language, query: { noCreate: true } }
    return (await (await scene.kit.admin.subtitles.getSubtitleOfLanguage(place)).json()) as SubtitleAnnotation
  }

  // ingest-24
  test('become subtitles where that is asked for, by channel and language, and again until someone edits them', async () => {
    const { prId, upload, waitFor } = scene
    const { admin: api } = scene.kit
    const value = { embeddedSubtitleLanguages: { service2: 'fr' } }
    await api.productions.updateSetting({ prId, key: 'ingest', body: value })
    await api.productions.updateSetting({ prId, key: 'defaultLanguage', body: 'en' })
    const { moId, workflowId } = await upload(film, 'captions.mp4', api, { enableEmbeddedSubtitles: true })
    const report = await waitFor(workflowId)
    assert.equal(report.status, 'Completed', JSON.stringify(report.errorReports))
    assert.deepEqual(list(await get(moId, 'en')), ['60-100 Good evening'])
    assert.deepEqual(list(await get(moId, 'und-x-cc3')), ['70-110 Buenas noches'])
    const french = await get(moId, 'fr')
    assert.deepEqual(list(french), [`65-${frameCount} Bonsoir`])
    assert.equal(french.source, 'embedded_captions')
    assert.match(french.label ?? '', /^Embedded captions .* SERVICE2$/)
    assert.deepEqual(french.tags, ['caption_channel:SERVICE2'])
    const task = report.taskReports.find(({ name }) => name === 'subtitles')
    assert.deepEqual(task?.report, {
      subtitles: [
        { channel: 'CC1', language: 'en', entries: 1, stored: true },
        { channel: 'CC3', language: 'und-x-cc3', entries: 1, stored: true },
        { channel: 'SERVICE2', language: 'fr', entries: 1, stored: true },
      ],
      warnings: [
        {
          type: 'CAPTIONS_LEFT_OUT',
          message: 'SERVICE1 repeats CC1 and was left out; embeddedSubtitleLanguages of the setting ingest may name it',
        },
      ],
    })
    const path = '/structuredDescription/subtitles/0/textParts/0/content'
    const body = [{ op: 'replace' as const, path, value: 'Hello' }]
    await api.subtitles.patchSubtitleOfLanguage({ prId, moId, language: 'en', body })
    const redo = { redoSingleTask: 'subtitles' as const }
    for (const _ of [1, 2]) {
      const again = await waitFor((await api.ingest.startIngest({ prId, moId, body: redo })).id)
      assert.equal(statusOf(again).subtitles, 'Completed')
    }
    assert.deepEqual(list(await get(moId, 'en')), ['60-100 Hello'])
    assert.equal((await get(moId, 'fr')).version, 3)
  })

  // ingest-24
  test('stay in the picture where nobody asks for them', async () => {
    const { moId, workflowId } = await scene.upload(film, 'captions.mp4')
    const report = await scene.waitFor(workflowId)
    assert.equal(statusOf(report).subtitles, 'Skipped')
    await assert.rejects(get(moId, 'en'), { name: 'NotFoundError' })
  })

  test('have a language of their own where nothing says which', () => {
    const channels = ['CC2', 'SERVICE1', 'SERVICE4'].map(name => ({
      name,
      document: { timing: { unit: 'frames' as const, rate: RATE_29_97 }, cues: [] },
      diagnostics: [],
    }))
    assert.deepEqual(
      nameLanguages(channels, { SERVICE4: 'de' }, 'en').map(({ language }) => language),
      ['und-x-cc2', 'en', 'de'],
    )
  })
})
