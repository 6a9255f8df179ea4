import Type from 'typebox'
import { orShare, productionRight } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import { WorkflowMinWrapper } from '../resources/workflow.ts'
import { about, Flag, Name, oneOf, shape } from '../shapes.ts'

/** The steps of an ingest that can be done again alone. */
export const ingestTasks = ['probe', 'poster', 'proxy', 'hdProxy', 'stitch', 'waveform', 'shots', 'subtitles'] as const

export const IngestRequest = shape('IngestRequest', {
  redo: Type.Optional(Type.Boolean({ description: 'also when an ingest has run; otherwise that is refused with 409' })),
  redoSingleTask: Type.Optional(
    Type.Union([Flag, oneOf(...ingestTasks)], {
      description: 'do again only the named task, or (true) only what the last ingest did not complete',
    }),
  ),
  enableShot: Type.Optional(Type.Boolean({ description: 'find the shots, whatever the production does otherwise' })),
  enableEmbeddedSubtitles: Type.Optional(
    Type.Boolean({
      description: 'read captions within the picture as subtitles, whatever the production does otherwise',
    }),
  ),
  enableHDProxy: Type.Optional(Type.Boolean({ description: 'make a second proxy, in high definition' })),
  workflowLabel: Type.Optional(about(Name, 'label that the report of the workflow shows')),
})
export type IngestRequest = Type.Static<typeof IngestRequest>

/** Widest picture of a frame, in pixels. */
const widestFrame = 3840

export const ingest = endpointsOf('ingest', {
  grabFrame: endpoint({
    method: 'GET',
    path: '/production/{prId}/mo/{id}/frame/{n}.jpg',
    summary: 'A JPEG of exactly one frame, 0 being the first; never larger than the file that it is taken from',
    access: productionRight('PRODUCTION_VIEW', orShare('VIEW', 'clip')),
    query: {
      width: Type.Integer({
        minimum: 16,
        maximum: widestFrame,
        description: 'largest width of the picture in pixels; that of the clip when absent',
      }),
    },
    success: { status: 200, kind: 'raw', contentTypes: ['image/jpeg'] },
    errors: ['NotFoundError', 'ValidationError'],
  }),
  getSpriteIndex: endpoint({
    method: 'GET',
    path: '/production/{prId}/mo/{id}/sprite.vtt',
    summary: 'The pictures for scrubbing as WebVTT: when each is shown, and where in the sprite it stands',
    access: productionRight('PRODUCTION_VIEW', orShare('VIEW', 'clip')),
    success: { status: 200, kind: 'raw', contentTypes: ['text/vtt'] },
    errors: ['NotFoundError'],
  }),
  startIngest: endpoint({
    method: 'POST',
    path: '/production/{prId}/mo/{moId}/service/ingest',
    summary:
      'Ingest the original of a clip: probe it, make its poster, its proxy, its sprite and its waveform, find its shots, read its captions',
    access: productionRight('LIBRARY_UPLOAD'),
    body: IngestRequest,
    bodyOptional: true,
    success: { status: 201, body: WorkflowMinWrapper },
    errors: ['ConflictError', 'ValidationError'],
  }),
})
