import { annotationSearchParameters } from '../resources/search.ts'
import { about, oneOf } from '../shapes.ts'
import { subtitleAnswerTypes, subtitleListForms } from './subtitle-formats.ts'

/** What all lists of annotations as files have in common; the path is that of the list with `.{format}` after it. */
export const foundFile = {
  method: 'GET',
  summary: 'The same as a subtitle file',
  params: { format: about(oneOf(...subtitleListForms), 'format of the subtitle file that is answered') },
  query: annotationSearchParameters,
  success: {
    status: 200,
    kind: 'raw',
    contentTypes: subtitleAnswerTypes,
  },
  errors: ['BadRequestError', 'NotFoundError', 'ValidationError'],
} as const
