import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Client, createClient } from '@rushes/client'
import { FileBody } from '@rushes/contract'
import { RATE_25 } from '@rushes/timebase'
import { refusedAt } from '../../../../test/refusal.ts'
import {
  createClip,
  createMember,
  createProduction,
  entry,
  presetId,
  readAnnotation,
  subtitlesOf,
} from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createServiceContext, inTransaction } from '../../../platform/context.ts'
import { createAnnotation, lockAnnotation, updateAnnotation } from '../../annotations/index.ts'

let kit: TestService
let prId: number
before(async () => {
  kit = await startTestService()
  prId = await createProduction(kit)
})
after(() => kit.stop())

describe('GET of subtitles', () => {
  // subtitles-1, subtitles-7
  test('creates one, unless noCreate is true', async () => {
    const subtitles = await subtitlesOf(kit, prId)
    await assert.rejects(subtitles.get({ noCreate: true }), { name: 'NotFoundError' })
    const made = await subtitles.get()
    assert.deepEqual(
      [made.objectType, made.funnel, made.type, made.language, made.subtitlePresetId, made.version],
      ['StructuredAnnotation', 'Subtitle', 'SUBTITLE', 'en', presetId, 1],
    )
    assert.deepEqual([made.start, made.end], [0, 1000])
    assert.deepEqual(made.structuredDescription, { subtitles: [], subtitlePresetId: presetId })
    assert.deepEqual(made.structuredAnnotation, made.structuredDescription)
    assert.equal((await subtitles.get({ noCreate: true })).id, made.id)
  })

  // subtitles-7
  test('for the first time by many at once creates one', async () => {
    const subtitles = await subtitlesOf(kit, prId)
    const made = await Promise.all(Array.from({ length: 8 }, () => subtitles.get()))
    assert.equal(new Set(made.map(({ id }) => id)).size, 1)
  })

  // subtitles-8
  test('creates nothing for who may only look: empty subtitles with id and version 0', async () => {
    const subtitles = await subtitlesOf(kit, prId)
    const viewer = await subtitlesOf(kit, prId, { clip: subtitles, api: await createMember(kit, prId) })
    const shown = await viewer.get()
    assert.deepEqual([shown.id, shown.version, shown.structuredDescription.subtitles], [0, 0, []])
    await assert.rejects(subtitles.get({ noCreate: true }), { name: 'NotFoundError' })
    await assert.rejects(viewer.get({ noCreate: true }), { name: 'NotFoundError' })
    await subtitles.get()
    assert.ok((await viewer.get()).id > 0)
  })

  // subtitles-4, subtitles-5
  test('of an unknown clip is 404, of a non-existing subtitlePresetId 422, of a language that is none 400', async () => {
    const { place } = await subtitlesOf(kit, prId)
    const get = (change: object) => kit.admin.subtitles.getSubtitle({ ...place, ...change })
    await assert.rejects(get({ moId: 999_999_999 }), { name: 'NotFoundError' })
    await assert.rejects(get({ presetId: 'preset_009' }), refusedAt('/subtitlePresetId'))
    for (const language of ['e', 'english_us', 'en US', '12', 'x', 'en-']) {
      await assert.rejects(get({ language }), { name: 'BadRequestError' }, language)
    }
  })

  // subtitles-4
  test('takes two spellings of a language for one', async () => {
    const { place } = await subtitlesOf(kit, prId)
    const get = async (language: string) =>
      readAnnotation(await kit.admin.subtitles.getSubtitle({ ...place, language }))
    const made = await get('zh-hant-tw')
    assert.equal(made.language, 'zh-Hant-TW')
    assert.equal((await get('ZH-Hant-tw')).id, made.id)
  })

  // subtitles-9
  test('without a preset picks the one without, the default one, the only one', async () => {
    const withDefault = await createProduction(kit, [{ id: 'a' }, { id: 'b', default: true }, { id: 'c' }])
    const moId = await createClip(kit, withDefault, RATE_25)
    const place = { prId: withDefault, moId, language: 'nl' }
    const make = async (id: string) =>
      (await readAnnotation(await kit.admin.subtitles.getSubtitle({ ...place, presetId: id }))).id
    const pick = async (noCreate = true) =>
      readAnnotation(await kit.admin.subtitles.getSubtitleOfLanguage({ ...place, query: { noCreate } }))
    await assert.rejects(pick(), { name: 'NotFoundError' })
    const a = await make('a')
    assert.equal((await pick()).id, a, 'the only subtitle in that language')
    await make('c')
    await assert.rejects(pick(), refusedAt('/subtitlePresetId'))
    const b = await make('b')
    assert.equal((await pick()).id, b, 'the one with the default preset')
    await kit.admin.productions.updateSetting({ prId: withDefault, key: 'subtitlePresets', body: [] })
    const bare = { ...place, language: 'fr' }
    const made = await readAnnotation(await kit.admin.subtitles.getSubtitleOfLanguage(bare))
    assert.equal(made.subtitlePresetId, undefined)
    assert.equal('subtitlePresetId' in made.structuredDescription, false)
    assert.equal((await readAnnotation(await kit.admin.subtitles.getSubtitleOfLanguage(bare))).id, made.id)
  })

  // subtitles-10
  test('without a preset creates under the default one', async () => {
    const withDefault = await createProduction(kit, [{ id: 'a' }, { id: 'b', default: true }])
    const moId = await createClip(kit, withDefault, RATE_25)
    const made = await kit.admin.subtitles.getSubtitleOfLanguage({ prId: withDefault, moId, language: 'nl' })
    assert.equal((await readAnnotation(made)).subtitlePresetId, 'b')
  })

  // subtitles-6
  test('still finds subtitles whose preset has been taken out of the settings', async () => {
    const other = await createProduction(kit, [{ id: 'old' }])
    const place = { prId: other, moId: await createClip(kit, other, RATE_25), language: 'en', presetId: 'old' }
    const made = await readAnnotation(await kit.admin.subtitles.getSubtitle(place))
    await kit.admin.productions.updateSetting({ prId: other, key: 'subtitlePresets', body: [] })
    assert.equal((await readAnnotation(await kit.admin.subtitles.getSubtitle(place))).id, made.id)
    await kit.admin.subtitles.deleteSubtitle(place)
    await assert.rejects(kit.admin.subtitles.getSubtitle(place), refusedAt('/subtitlePresetId'))
  })
})

// subtitles-10
test('without a preset every method means the same subtitles, those of a production without presets among them', async () => {
  const bare = await createProduction(kit, [])
  const place = { prId: bare, moId: await createClip(kit, bare, RATE_25), language: 'en' }
  const { subtitles } = kit.admin
  const body = new FileBody('text/vtt', Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n'))
  const made = await subtitles.replaceSubtitleOfLanguage({ ...place, body })
  assert.equal(made.subtitlePresetId, undefined)
  const patch = [{ op: 'replace' as const, path: '/structuredDescription/subtitles/0/end', value: 30 }]
  const patched = await subtitles.patchSubtitleOfLanguage({ ...place, body: patch })
  assert.deepEqual(await readAnnotation(await subtitles.getSubtitleOfLanguage(place)), patched)
  const { structuredDescription, version } = patched
  await subtitles.replaceSubtitleOfLanguage({ ...place, body: { version, structuredDescription } })
  assert.equal((await subtitles.deleteSubtitleOfLanguage(place)).id, made.id)
  await assert.rejects(subtitles.deleteSubtitleOfLanguage(place), { name: 'NotFoundError' })
})

// subtitles-8, subtitles-16
test('a visitor of a share reads the subtitles of its clips, and creates none', async () => {
  const subtitles = await subtitlesOf(kit, prId)
  const { id } = await kit.admin.collections.createCollection({ prId, body: { title: 'To be seen' } })
  const mediaObjectId = subtitles.moId
  await kit.admin.collections.attachEntries({ prId, id, body: [{ mediaObjectId }] })
  const share = await kit.admin.sharing.createShare({ prId, id })
  const { token } = await kit.client(share.token).sharing.loginToShare({ prId, id: share.id, body: {} })
  const visitor = await subtitlesOf(kit, prId, { clip: subtitles, api: kit.client(token) })
  assert.equal((await visitor.get()).version, 0)
  await assert.rejects(subtitles.get({ noCreate: true }), { name: 'NotFoundError' })
  await subtitles.get()
  await subtitles.add(entry(25, 50, 'Seen'))
  const file = await kit.client(token).subtitles.getSubtitle({ ...visitor.place, headers: { accept: 'text/vtt' } })
  assert.match(await file.text(), /00:00:01\.000 --> 00:00:02\.000\nSeen/)
  await assert.rejects(visitor.add(entry(1, 2)), { name: 'ForbiddenError' })
  const outside = await subtitlesOf(kit, prId, { api: kit.client(token) })
  await assert.rejects(outside.get(), (error: Error) => ['ForbiddenError', 'NotFoundError'].includes(error.name))
})

// subtitles-86
test('includePreset says how the preset makes subtitles look, to visitors of a share too, and nothing of its rules', async () => {
  const regions = [{ id: 'low', vertical: 'bottom', align: 'left' }]
  const styling = { fontSize: '80%', colour: '#ffff00', italicsAllowed: false }
  const preset = { id: 'ours', name: 'Ours', basedOn: 'online', regions, styling, spotting: { maximumLineLength: 30 } }
  const ours = await createProduction(kit, [preset])
  const moId = await createClip(kit, ours, RATE_25)
  const place = { prId: ours, moId, language: 'en', presetId: 'ours' }
  const { etag: before } = await ask(kit.admin, { includePreset: false })
  const { id } = await kit.admin.collections.createCollection({ prId: ours, body: { title: 'To be seen' } })
  await kit.admin.collections.attachEntries({ prId: ours, id, body: [{ mediaObjectId: moId }] })
  const share = await kit.admin.sharing.createShare({ prId: ours, id })
  const { token } = await kit.client(share.token).sharing.loginToShare({ prId: ours, id: share.id, body: {} })
  const shown = await ask(kit.client(token), { includePreset: true })
  assert.deepEqual(shown.look, {
    regions,
    styling: {
      colour: '#ffff00',
      backgroundColour: '#000000',
      fontSize: '80%',
      justification: 'centered',
      region: 'bottomRegion',
    },
    ebuStl: { displayStandardCode: 0 },
  })
  assert.notEqual(shown.etag, before)
  assert.equal((await ask(kit.client(token), {})).look, undefined)
  const unstored = { ...place, language: 'fr' }
  const { subtitlePreset } = await readAnnotation(
    await kit.client(token).subtitles.getSubtitle({ ...unstored, query: { includePreset: true } }),
  )
  assert.deepEqual(subtitlePreset, shown.look)
  // What is stored in a cache is asked for again once the preset has changed.
  const body = [{ ...preset, styling: { ...styling, colour: '#00ffff' } }]
  await kit.admin.productions.updateSetting({ prId: ours, key: 'subtitlePresets', body })
  const later = await ask(kit.client(token), { includePreset: true })
  assert.equal(later.look?.styling.colour, '#00ffff')
  assert.notEqual(later.etag, shown.etag)
  await kit.admin.productions.updateSetting({ prId: ours, key: 'subtitlePresets', body: [] })
  assert.equal((await ask(kit.admin, { includePreset: true })).look?.ebuStl.displayStandardCode, 1)

  async function ask(api: Client, query: { includePreset?: boolean }) {
    const response = await api.subtitles.getSubtitle({ ...place, query })
    const { subtitlePreset: look } = await readAnnotation(response)
    return { look, etag: response.headers.get('etag') }
  }
})

// subtitles-11
test('includeTranslatedToIds names the subtitles that were translated from these', async () => {
  const subtitles = await subtitlesOf(kit, prId)
  const { id } = await subtitles.get()
  const translation = await inTransaction(createServiceContext(kit.service.platform, 'test'), ctx =>
    createAnnotation(ctx, {
      productionId: prId,
      mediaObjectId: subtitles.moId,
      objectType: 'StructuredAnnotation',
      funnel: 'Subtitle',
      language: 'fr',
      translatedFromId: id,
    }),
  )
  assert.equal('translatedToIds' in (await subtitles.get()), false)
  assert.deepEqual((await subtitles.get({ includeTranslatedToIds: true })).translatedToIds, [translation.id])
})

test('content that is no subtitles any more is shown as it is, refused as a file, and can be repaired', async () => {
  const subtitles = await subtitlesOf(kit, prId)
  const { id } = await subtitles.get()
  await inTransaction(createServiceContext(kit.service.platform, 'test'), async ctx =>
    updateAnnotation(ctx, await lockAnnotation(ctx, prId, id), {
      structuredDescription: { subtitles: [{ start: 0.5 }] },
    }),
  )
  // Not watched: the answer is not of its shape.
  const unwatched = await subtitlesOf(kit, prId, {
    clip: subtitles,
    api: createClient({ ...kit.admin.options, fetch }),
  })
  assert.deepEqual((await unwatched.get()).structuredDescription, { subtitles: [{ start: 0.5 }] })
  const file = kit.admin.subtitles.getSubtitle({ ...subtitles.place, headers: { accept: 'text/srt' } })
  await assert.rejects(file, { name: 'ValidationError' })
  const repaired = await subtitles.patch([{ op: 'replace', path: '/structuredDescription/subtitles', value: [] }])
  assert.deepEqual(repaired.structuredDescription, { subtitles: [], subtitlePresetId: presetId })
})

// subtitles-14
test('a frame beyond all time is stored for a clip of unknown length and refused as a file', async () => {
  const moId = await createClip(kit, prId, RATE_25, 0)
  const subtitles = await subtitlesOf(kit, prId, { clip: { moId } })
  await subtitles.get()
  await subtitles.add(entry(1, Number.MAX_SAFE_INTEGER))
  const file = kit.admin.subtitles.getSubtitle({ ...subtitles.place, headers: { accept: 'text/vtt' } })
  await assert.rejects(file, { name: 'ValidationError' })
})

describe('Accept', () => {
  const json = 'application/json; charset=utf-8'
  const cases: [string, string][] = [
    ['*/*', json],
    ['application/json', json],
    ['application/x-subrip', 'application/x-subrip; charset=utf-8'],
    ['text/srt', 'text/srt; charset=utf-8'],
    ['text/vtt', 'text/vtt; charset=utf-8'],
    ['application/ttml+xml', 'application/ttml+xml; charset=utf-8'],
    ['application/x-ebu-stl', 'application/x-ebu-stl'],
    ['application/x-ebu-tt+xml', 'application/x-ebu-tt+xml; charset=utf-8'],
    ['application/ttml+xml; profile="ebu-tt"', 'application/ttml+xml;profile=ebu-tt; charset=utf-8'],
    ['application/ttml+xml;profile=other', 'application/ttml+xml; charset=utf-8'],
    ['application/ttml+xml;profile=ebu-tt;q=0.5, application/ttml+xml', 'application/ttml+xml; charset=utf-8'],
    ['application/ttml+xml;codecs=im2t', 'application/ttml+xml;codecs=im2t; charset=utf-8'],
    ['application/ttml+xml; codecs="nst1|im3t|etd1"', 'application/ttml+xml;codecs=im3t; charset=utf-8'],
    ['application/ttml+xml;codecs=im1t', 'application/ttml+xml;codecs=im1t; charset=utf-8'],
    ['application/x-imsc+xml', 'application/x-imsc+xml; charset=utf-8'],
    ['application/x-itt+xml', 'application/x-itt+xml; charset=utf-8'],
    ['text/vtt;q=0.4, text/srt;q=0.5, */*;q=0.1', 'text/srt; charset=utf-8'],
    ['image/png, text/vtt;q=0.01', 'text/vtt; charset=utf-8'],
    ['text/vtt, */*', 'text/vtt; charset=utf-8'],
    ['text/html, application/xml;q=0.9, */*;q=0.8', json],
    ['application/json;q=0, */*', 'application/x-subrip; charset=utf-8'],
  ]
  for (const [accept, expected] of cases) {
    // subtitles-12
    test(`${accept} is answered with ${expected}`, async () => {
      const { place } = await subtitlesOf(kit, prId)
      const response = await kit.admin.subtitles.getSubtitle({ ...place, headers: { accept } })
      assert.equal(response.headers.get('content-type'), expected)
      assert.equal(response.headers.get('vary'), 'accept')
    })
  }

  // subtitles-12; W3C, TTML Media Type Definition and Profile Registry, 3.2: codecs
  test('codecs of IMSC are answered with IMSC, and those that its processors read as well with EBU-TT-D', async () => {
    const { place, add, get } = await subtitlesOf(kit, prId)
    await get()
    await add(entry(1, 20))
    const read = async (codecs: string) => {
      const headers = { accept: `application/ttml+xml;codecs=${codecs}` }
      return (await kit.admin.subtitles.getSubtitle({ ...place, headers })).text()
    }
    assert.match(await read('im2t'), /contentProfiles="http:\/\/www\.w3\.org\/ns\/ttml\/profile\/imsc1\.1\/text"/)
    assert.match(await read('im1t'), /urn:ebu:tt:distribution:2014-01/)
  })

  for (const accept of ['application/xml', 'text/plain', 'text/vtt;q=0', 'image/*']) {
    // errors-10, subtitles-12
    test(`${accept} is refused with 406, and nothing is created`, async () => {
      const { place, get } = await subtitlesOf(kit, prId)
      const wanted = kit.admin.subtitles.getSubtitle({ ...place, headers: { accept } })
      await assert.rejects(wanted, { name: 'NotAcceptableError' })
      await assert.rejects(get({ noCreate: true }), { name: 'NotFoundError' })
    })
  }
})
