/** Clips of the kinds that real productions hold and neat tests forget, each in a state of rest. */

import { createClips, expectClip, waitForWorkflow } from '@rushes/client'
import { createWave } from '@rushes/media-engine'
import { RATE_25, RATE_29_97 } from '@rushes/timebase'
import type { ReviewScene } from '../review/scene.ts'

export interface OddClips {
  /** A production with all of the clips, and with a custom field whose name has a space. */
  readonly prId: number
  /** A production without custom fields: a film and a portrait one. */
  readonly plainPrId: number
  readonly emptyPrId: number
  readonly collectionId: number
  readonly thesaurusId: number
  /** Of a delivery with all of the clips. */
  readonly requestId: number
  /** Ids by what is odd about the clip. */
  readonly ids: Readonly<Record<OddName, number>>
}

const oddNames = [
  'film',
  'portrait',
  'sound',
  'broken',
  'document',
  'text',
  'still',
  'longName',
  'oneFrame',
  'markup',
  'dropFrame',
  'noFile',
] as const
export type OddName = (typeof oddNames)[number]

const longName = `${'AVeryLongNameOfAFileThatHasNoPlaceToBreak'.repeat(3)}_v01`
const markup = '<b>Scene</b> & “12”; مشهد 🎬'

export async function createOddClips(scene: ReviewScene): Promise<OddClips> {
  const { kit, prId } = scene
  const { id: emptyPrId } = await kit.createProduction(longName)
  const { id: plainPrId } = await kit.createProduction('Without fields')
  const { version } = await kit.admin.customFields.getAnnotationFields({ prId })
  const fields = {
    'Scene number': { type: 'STRING', label: 'Scene number' },
    shotSize: { type: 'STRING', label: 'Shot size' },
  } as const
  await kit.admin.customFields.updateAnnotationFields({ prId, body: { version, fields } })
  const { id: collectionId } = await kit.admin.collections.createCollection({ prId, body: { title: longName } })
  const landscape = await scene.makeFilm(RATE_25, { seconds: 2 })
  const portrait = await scene.makeFilm(RATE_25, { seconds: 2, width: 180, height: 320 })
  const oneFrame = await scene.makeFilm(RATE_25, { seconds: 0.04 })
  const dropFrame = await scene.makeFilm(RATE_29_97, { seconds: 2, startTimecode: '00:59:59;00' })
  const attachToEoId = collectionId
  const film = await scene.addFile('Film.mp4', landscape, { attachToEoId })
  const files = {
    film,
    portrait: await scene.addFile('Portrait.mp4', portrait, { attachToEoId }),
    sound: await scene.addFile('Sound.wav', createWave(2), { attachToEoId }),
    broken: await scene.addFile('Broken.mp4', damage(landscape), { attachToEoId }),
    document: await scene.addFile('Call sheet.pdf', makeDocument(), { attachToEoId }),
    text: await scene.addFile('Notes.txt', Buffer.from('Scene 1. Interior. Night.\n'.repeat(40))),
    longName: await scene.addFile(`${longName}.mp4`, landscape),
    oneFrame: await scene.addFile('One frame.mp4', oneFrame),
    markup: await scene.addFile('Markup.mp4', landscape),
    dropFrame: await scene.addFile('Drop.mp4', dropFrame),
  }
  await scene.addFile('Film.mp4', landscape, { prId: plainPrId })
  const plain = await scene.addFile('Portrait.mp4', portrait, { prId: plainPrId })
  const settle = (given: number, id: string) => waitForWorkflow(kit.admin, { prId: given, id }).catch(() => {})
  await settle(prId, film.workflowId)
  const picture = await kit.admin.media.getPoster({ prId, id: film.moId })
  const still = await scene.addFile('Still.jpg', Buffer.from(await picture.arrayBuffer()), { attachToEoId })
  const [noFile] = await createClips(kit.admin, prId, [{ name: 'No file' }])
  await Promise.all([
    ...[...Object.values(files), still].map(({ workflowId }) => settle(prId, workflowId)),
    settle(plainPrId, plain.workflowId),
  ])
  await kit.admin.media.patchMediaObject({
    prId,
    id: files.markup.moId,
    body: [{ op: 'add', path: '/name', value: markup }],
  })
  await kit.admin.annotations.patchMediaObjectAnnotation({
    prId,
    moId: film.moId,
    body: [
      { op: 'add', path: '/customFields', value: { 'Scene number': '12', shotSize: 'close' } },
      { op: 'add', path: '/reviewStatus', value: 'APPROVED' },
    ],
    query: { waitForIndex: true },
  })
  await kit.admin.annotations.createClipAnnotation({
    prId,
    moId: film.moId,
    type: 'clip',
    body: { funnel: 'ReviewComment', start: 0, end: 1, description: 'From the first frame on' },
    query: { waitForIndex: true },
  })
  const moIds = Object.fromEntries(Object.entries(files).map(([name, { moId }]) => [name, moId]))
  const ids = { ...moIds, still: still.moId, noFile: expectClip(noFile).id } as Record<OddName, number>
  const { id: thesaurusId } = await kit.admin.thesauri.createThesaurus({
    accountId: kit.accountId,
    body: { label: longName },
  })
  const requestId = await deliver(scene, Object.values(ids))
  return { prId, plainPrId, emptyPrId, collectionId, thesaurusId, requestId, ids }
}

/** Has a delivery with all of these clips begun; the id of its request. */
async function deliver({ kit, prId }: ReviewScene, moIds: readonly number[]): Promise<number> {
  const { id } = await kit.admin.delivery.createDeliveryRequest({ prId, body: { label: longName } })
  const attachedAnnotations = moIds.map(mediaObjectId => ({ mediaObjectId }))
  await kit.admin.delivery.createSubmission({ prId, body: { deliveryRequestId: id, attachedAnnotations } })
  return id
}

/** The file of a film of which nothing but the beginning can be read. */
function damage(film: Buffer): Buffer {
  return Buffer.from(film).fill(0xff, 64)
}

/** A PDF of two pages, each with a black box of its own height, made longer by a comment. */
export function makeDocument(commentBytes = 0): Buffer {
  const draw = (height: number) => `20 20 100 ${height} re f`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>',
    ...[5, 6].map(content => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents ${content} 0 R>>`),
    ...[100, 20].map(height => `<</Length ${draw(height).length}>>stream\n${draw(height)}\nendstream`),
  ]
  let file = `%PDF-1.4\n%${' '.repeat(commentBytes)}\n`
  const places: number[] = []
  for (const [index, object] of objects.entries()) {
    places.push(file.length)
    file += `${index + 1} 0 obj${object}endobj\n`
  }
  const entries = places.map(place => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  return Buffer.from(
    `${file}xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`,
  )
}

/** Shares their collection; the address of its page, with its token, at no clip. */
export async function shareOddClips({ kit }: ReviewScene, odd: OddClips): Promise<string> {
  const { prId, collectionId: id, ids } = odd
  const permissions: ('VIEW' | 'ANNOTATE' | 'DOWNLOAD')[] = ['VIEW', 'ANNOTATE', 'DOWNLOAD']
  const body = { label: 'Dailies', permissions }
  const created = await kit.admin.sharing.createShare({ prId, id, body })
  await kit.admin.subtitles.getSubtitleOfLanguage({ prId, moId: ids.film, language: 'en' })
  return `/app/share/${prId}/${created.id}?clip=#token=${encodeURIComponent(created.token ?? '')}`
}
