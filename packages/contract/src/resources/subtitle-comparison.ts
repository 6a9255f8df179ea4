import Type from 'typebox'
import { Id, Long, listOf, shape, Text } from '../shapes.ts'
import { mostSubtitles } from './subtitle.ts'

/** Which subtitles were compared. */
const ComparedSubtitle = shape('ComparedSubtitle', {
  id: Id,
  version: Id,
  language: Type.String(),
  subtitlePresetId: Type.Optional(Type.String()),
  translatedFromId: Type.Optional(Id),
})

const ComparedEntry = shape('ComparedEntry', {
  index: Type.Integer({ description: 'in the list that the patches of these subtitles count' }),
  start: Long,
  end: Long,
  text: Text,
})

/** What two versions of subtitles say at the same time; frames, `[start, end)`. */
const ComparedRow = shape('ComparedRow', {
  start: Long,
  end: Long,
  entries: listOf(ComparedEntry, mostSubtitles),
  otherEntries: listOf(ComparedEntry, mostSubtitles),
  startDifference: Type.Optional(
    Type.Integer({ description: 'frames by which the other ones begin later; where there are both' }),
  ),
  endDifference: Type.Optional(Type.Integer({ description: 'frames by which the other ones end later' })),
})

/** Two versions of the subtitles of a clip, side by side and in the order of time. */
export const SubtitleComparison = shape('SubtitleComparison', {
  productionId: Id,
  mediaObjectId: Id,
  subtitle: ComparedSubtitle,
  otherSubtitle: ComparedSubtitle,
  together: Type.Integer({ description: 'rows that both have' }),
  alone: Type.Integer({ description: 'rows that the other one does not have' }),
  otherAlone: Type.Integer({ description: 'rows that only the other one has' }),
  rows: listOf(ComparedRow, 2 * mostSubtitles),
})
export type SubtitleComparison = Type.Static<typeof SubtitleComparison>
