import Type from 'typebox'
import { productionRight } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import { WorkflowMinWrapper } from '../resources/workflow.ts'
import { Flag, Name, oneOf, shape } from '../shapes.ts'

/** The steps of an ingest that can be done again alone. */
const ingestTasks = ['probe', 'poster', 'proxy', 'stitch', 'waveform', 'shots'] as const

export const IngestRequest = shape('IngestRequest', {
  redo: Type.Optional(Type.Boolean({ description: 'also when an ingest has run; otherwise that is refused with 409' })),
  redoSingleTask: Type.Optional(
    Type.Union([Flag, oneOf(...ingestTasks)], {
      description: 'do again only the named task, or (true) only what the last ingest did not complete',
    }),
  ),
  enableShot: Type.Optional(Type.Boolean({ description: 'find the shots, whatever the production does otherwise' })),
  workflowLabel: Type.Optional(Name),
})
export type IngestRequest = Type.Static<typeof IngestRequest>

export const ingest = endpointsOf('ingest', {
  startIngest: endpoint({
    method: 'POST',
    path: '/production/{prId}/mo/{moId}/service/ingest',
    summary:
      'Ingest the original of a clip: probe it, make its poster, its proxy, its sprite and its waveform, find its shots',
    access: productionRight('LIBRARY_UPLOAD'),
    body: IngestRequest,
    bodyOptional: true,
    success: { status: 201, body: WorkflowMinWrapper },
    errors: ['ConflictError', 'ValidationError'],
  }),
})
