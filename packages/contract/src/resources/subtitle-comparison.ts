import Type from 'typebox'
import { about, Id, Long, listOf, shape, Text } from '../shapes.ts'
import { mostSubtitles } from './subtitle.ts'

/** Which subtitles were compared. */
const ComparedSubtitle = shape('ComparedSubtitle', {
  id: about(Id, 'id of the subtitle annotation; 0 when nothing is stored'),
  version: about(Id, 'version of the subtitle annotation that was compared'),
  language: about(Type.String(), 'language of the subtitles as a BCP 47 tag'),
  subtitlePresetId: Type.Optional(about(Type.String(), 'id of the subtitle preset; absent without a preset')),
  translatedFromId: Type.Optional(about(Id, 'id of the annotation from which it was translated')),
})

const ComparedEntry = shape('ComparedEntry', {
  index: Type.Integer({ description: 'in the list that the patches of these subtitles count' }),
  start: about(Long, 'first frame of the subtitle, included'),
  end: about(Long, 'frame after the last one of the subtitle'),
  text: about(Text, 'text of the subtitle, lines separated by newlines'),
})

/** What two versions of subtitles say at the same time; frames, `[start, end)`. */
const ComparedRow = shape('ComparedRow', {
  start: about(Long, 'first frame of the row, included'),
  end: about(Long, 'frame after the last one of the row'),
  entries: about(listOf(ComparedEntry, mostSubtitles), 'subtitles of the first version in this time'),
  otherEntries: about(listOf(ComparedEntry, mostSubtitles), 'subtitles of the other version in this time'),
  startDifference: Type.Optional(
    Type.Integer({ description: 'frames by which the other ones begin later; where there are both' }),
  ),
  endDifference: Type.Optional(Type.Integer({ description: 'frames by which the other ones end later' })),
})

/** Two versions of the subtitles of a clip, side by side and in the order of time. */
export const SubtitleComparison = shape('SubtitleComparison', {
  productionId: about(Id, 'id of the production that contains the clip'),
  mediaObjectId: about(Id, 'id of the clip (media object)'),
  subtitle: about(ComparedSubtitle, 'the first version, named by the path'),
  otherSubtitle: about(ComparedSubtitle, 'the version to compare with'),
  together: Type.Integer({ description: 'number of rows that both versions have' }),
  alone: Type.Integer({ description: 'number of rows that only the first version has' }),
  otherAlone: Type.Integer({ description: 'number of rows that only the other version has' }),
  rows: about(listOf(ComparedRow, 2 * mostSubtitles), 'both versions side by side, in order of time'),
})
export type SubtitleComparison = Type.Static<typeof SubtitleComparison>
