/** The production that the mockups of the design show: its clips, people, statuses and comments. */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Client, waitForWorkflow } from '@rushes/client'
import { createMediaEngine, createWave, type MediaEngine } from '@rushes/media-engine'
import { RATE_25 } from '@rushes/timebase'
import type { ReviewScene } from '../test/review/scene.ts'
import { addMember } from './crew.ts'
import { createNightFilm } from './night-film.ts'

export interface MockupScene {
  readonly prId: number
  readonly shootDay: number
  /** The clip that is reviewed, and the comment that is shown. */
  readonly cut: number
  readonly comment: number
  /** A clip of the shoot day. */
  readonly first: number
  /** The page of a visitor who reviews the cut. */
  readonly visit: string
}

const statuses = [
  { id: 'APPROVED', label: 'Approved' },
  { id: 'IN_REVIEW', label: 'In review' },
  { id: 'NEEDS_CHANGES', label: 'Needs changes' },
]

const fields = {
  scene: { type: 'STRING', label: 'Scene' },
  location: { type: 'STRING', label: 'Location' },
  camera: { type: 'STRING', label: 'Camera' },
  lens: { type: 'STRING', label: 'Lens' },
} as const

const riano = '14 · Above Riaño, morning'
const meadow = '15 · The meadow'
const lastLight = '16 · Last light'

/** Name, scene, status, start, tags, description, number of comments. */
const clips = [
  ['A014_C003_0612QX', riano, 'APPROVED', '10:02:14:00', 'wide dawn', 'Inés walks the ridge before the herd.', 4],
  ['A014_C004_0612QX', riano, 'IN_REVIEW', '10:04:51:08', 'tele', 'Snow field, no people.', 2],
  ['A014_C007_0612QX', riano, 'IN_REVIEW', '10:05:02:11', 'wide', 'Larches, first sun on the wall.', 7],
  ['A014_C009_0612QX', riano, '', '10:09:40:00', 'path', '', 0],
  [
    'B007_C011_0613KD',
    riano,
    'NEEDS_CHANGES',
    '11:22:07:19',
    'water handheld',
    'Stream from the bridge, focus drifts.',
    5,
  ],
  ['B007_C012_0613KD', riano, '', '11:25:02:03', 'water', '', 0],
  ['B007_C015_0613KD', riano, 'APPROVED', '11:31:44:15', 'water', 'Cascade at 100 fps.', 1],
  ['C002_C021_0613LM_macro', meadow, 'APPROVED', '14:03:00:22', 'macro', 'Dragonfly settles on the vine.', 0],
  ['C002_C026_0613LM_nuthatch', meadow, 'IN_REVIEW', '14:40:12:07', 'bird', 'Nuthatch, upside down. Wind noise.', 1],
  ['A016_C002_0613QX', lastLight, 'APPROVED', '21:12:08:00', 'last light', 'Orientation table, sun goes down.', 3],
  ['A016_C003_0613QX', lastLight, 'IN_REVIEW', '21:15:40:18', 'last light', 'Closer, flare at 12 s.', 0],
  ['C003_C004_0613LM', lastLight, 'APPROVED', '18:20:05:16', 'backlight', 'Dandelions against the sun.', 0],
  ['C003_C006_0613LM', lastLight, '', '18:23:41:09', 'texture', '', 0],
] as const

const size = { width: 640, height: 360, rate: RATE_25 }

export async function createMockupScene(scene: ReviewScene): Promise<MockupScene> {
  const { kit } = scene
  const { admin } = kit
  const { id: prId } = await kit.createProduction('Source to Sea')
  await admin.productions.updateSetting({ prId, key: 'reviewStatusConfig', body: { possibleValues: statuses } })
  const { version } = await admin.customFields.getAnnotationFields({ prId })
  await admin.customFields.updateAnnotationFields({ prId, body: { version, fields } })
  const shootDay = await addCollections(admin, prId)
  const engine = createMediaEngine()
  try {
    const works: string[] = []
    const films: Buffer[] = []
    const ids: number[] = []
    for (const [index, [name, sceneName, status, start, tags, description, comments]] of clips.entries()) {
      const film = await makeFilm(scene, engine, { name, start, frameCount: 50, dawn: index % 2 === 0 ? 60 : -100 })
      films.push(film)
      const { moId, workflowId } = await scene.addFile(`${name}.mp4`, film, { prId, attachToEoId: shootDay })
      works.push(workflowId)
      ids.push(moId)
      const value = {
        scene: sceneName,
        camera: `${name[0]} · ALEXA 35`,
        location: 'Embalse de Riaño',
        lens: 'Signature 35 mm',
      }
      await admin.annotations.patchMediaObjectAnnotation({
        prId,
        moId,
        body: [
          { op: 'add', path: '/customFields', value },
          { op: 'add', path: '/tags', value: tags.split(' ') },
          { op: 'add', path: '/description', value: description },
          ...(status === '' ? [] : [{ op: 'add' as const, path: '/reviewStatus', value: status }]),
        ],
      })
      for (let at = 0; at < comments; at++) await say(admin, { prId, moId, start: at, description: `Note ${at + 1}` })
    }
    const attached = { prId, attachToEoId: shootDay }
    const sound = await scene.addFile('Location_T08_river_amb.wav', createWave(2), attached)
    const broken = await scene.addFile('A015_C001_0613QX.mp4', Buffer.from(films[0] ?? []).fill(0xff, 64), attached)
    works.push(sound.workflowId, broken.workflowId)
    const cut = await addCut(scene, engine, prId)
    for (const id of works) await waitForWorkflow(admin, { prId, id }).catch(() => {})
    const visit = await shareCut(admin, prId, cut.cut)
    return { prId, shootDay, first: ids[0] ?? 0, visit, ...cut }
  } finally {
    await engine.close()
  }
}

/** Shares the cut with visitors, who may comment; gives the address of its page. */
async function shareCut(admin: Client, prId: number, cut: number): Promise<string> {
  const { id } = await admin.collections.createCollection({ prId, body: { title: 'E02 review' } })
  await admin.collections.attachEntries({
    prId,
    id,
    body: [{ mediaObjectId: cut }],
    query: { waitForIndex: true },
  })
  const body = {
    label: 'E02 review',
    permissions: ['VIEW' as const, 'ANNOTATE' as const, 'REVIEW_STATUS_EDIT' as const],
  }
  const share = await admin.sharing.createShare({ prId, id, body })
  return `/app/share/${prId}/${share.id}?clip=${cut}#token=${encodeURIComponent(share.token ?? '')}`
}

/** The collections at the side; gives the one that is shown. */
async function addCollections(admin: Client, prId: number): Promise<number> {
  const create = async (title: string, parentId?: number) =>
    (
      await admin.collections.createCollection({
        prId,
        body: { title, ...(parentId === undefined ? {} : { parentId }) },
      })
    ).id
  await create('E01 Headwaters')
  const { id: episode } = await admin.collections.createCollection({
    prId,
    body: { title: 'E02 The Commons', objectType: 'Notebook' },
  })
  await create('Shoot day 01', episode)
  const shootDay = await create('Shoot day 02', episode)
  for (const title of ['Interviews', 'Director’s selects', 'Cuts']) await create(title, episode)
  await create('E03 Tidewater')
  await create('Music and sound')
  return shootDay
}

interface Film {
  readonly name: string
  readonly start: string
  readonly frameCount: number
  /** The frame with which the morning begins; below 0 where it has begun before. */
  readonly dawn: number
}

async function makeFilm({ kit }: ReviewScene, engine: MediaEngine, { name, start, frameCount, dawn }: Film) {
  const output = join(kit.service.platform.config.dataDir, `${name}.mp4`)
  const drawFrame = createNightFilm(size.width, size.height, dawn)
  await engine.encodeClip({ ...size, frameCount, startTimecode: start, output, drawFrame, audio: { frequencyHz: 220 } })
  return readFile(output)
}

/** The fine cut with what six people say of it. */
async function addCut(scene: ReviewScene, engine: MediaEngine, prId: number) {
  const { kit } = scene
  const film = await makeFilm(scene, engine, {
    name: 'E02 The Commons, fine cut',
    start: '01:00:00:00',
    frameCount: 375,
    dawn: 150,
  })
  const { moId, workflowId } = await scene.addFile('E02 The Commons, fine cut.mp4', film, { prId })
  await waitForWorkflow(kit.admin, { prId, id: workflowId })
  await kit.admin.annotations.patchMediaObjectAnnotation({
    prId,
    moId,
    body: [{ op: 'add', path: '/reviewStatus', value: 'IN_REVIEW' }],
  })
  const join = (firstName: string, lastName: string) => addMember(kit, prId, firstName, lastName)
  const [ines, jonas, marit, tom, lena] = [
    await join('Inés', 'Aguirre'),
    await join('Jonas', 'Okafor'),
    await join('Marit', 'Solberg'),
    await join('Tom', 'Verhaegen'),
    await join('Lena', 'Brandt'),
  ]
  const at = { prId, moId }
  await say(ines, {
    ...at,
    start: 90,
    description: 'Let this breathe. Hold the wide until the second cowbell, then cut.',
  })
  const sky = await say(jonas, {
    ...at,
    start: 150,
    description: 'Sky is clipping in the grade on B cam. I will pull it from the log file; timing stays.',
    structuredDescription: { range: { start: 150, end: 190 } },
  })
  await say(ines, { ...at, start: 150, description: 'Good. Keep the haze on the ridge.', relatedToId: sky })
  const dates = await say(marit, {
    ...at,
    start: 235,
    description: 'Dates in the lower third say 1986, Elvira says 1987 in the interview. Please check with the archive.',
    spatial: 'xywh=percent:12,62,30,22',
  })
  await say(tom, {
    ...at,
    start: 235,
    description: '1987. The reservoir filled that winter. Fixed in the graphics project.',
    relatedToId: dates,
  })
  await say(marit, {
    ...at,
    start: 310,
    description: 'Could the music start later here? The silence after her line is stronger.',
  })
  await say(lena, { ...at, start: 350, description: 'Burned-in title collides with the subtitle area for 2 s.' })
  return { cut: moId, comment: dates }
}

interface Comment {
  readonly prId: number
  readonly moId: number
  readonly start: number
  readonly description: string
  readonly [more: string]: unknown
}

async function say(person: Client, { prId, moId, ...more }: Comment): Promise<number> {
  const body = { funnel: 'ReviewComment', ...more }
  const query = { waitForIndex: true }
  return (await person.annotations.createClipAnnotation({ prId, moId, type: 'comment', body: body as never, query })).id
}
