import Type from 'typebox'
import { Flag, Int, listOf, Name, oneOf, shape } from '../shapes.ts'
import { SubtitleTextPart } from './subtitle.ts'

/** A subtitle that an exported file has beside those that are stored; frames of the clip. */
export const DisclaimerConfiguration = shape('DisclaimerConfiguration', {
  text: Type.Optional(Type.String({ maxLength: 2000, description: 'or `textParts`' })),
  textParts: Type.Optional(listOf(SubtitleTextPart, 100)),
  position: Type.Optional(
    Type.Enum(['start', 'end', 'absolute'], {
      description: 'the first frames of the clip (when absent), its last ones, or from `start` on',
    }),
  ),
  start: Type.Optional(Type.Integer({ minimum: 0, description: 'with `absolute`: its first frame' })),
  durationFrames: Type.Optional(Type.Integer({ minimum: 1, description: 'three seconds when absent' })),
  region: Type.Optional(Type.String({ maxLength: 200 })),
})
export type DisclaimerConfiguration = Type.Static<typeof DisclaimerConfiguration>

/** How subtitles leave as files. */
export const SubtitleExportRequest = shape('SubtitleExportRequest', {
  format: Type.Optional(Type.Enum(['ebustl', 'ebuttd', 'webvtt', 'srt'], { description: '`ebustl` when absent' })),
  profile: Type.Optional(
    Type.Enum(['ebu-tt-d', 'ebu-tt'], {
      description: 'with `ebustl` or `ebuttd`: the XML document of this profile; `ebustl` alone is the binary file',
    }),
  ),
  timeBase: Type.Optional(
    Type.Enum(['smpte', 'media'], {
      description: 'times by the timecode of the clip, or (`media`, when absent) from its first frame',
    }),
  ),
  downloadName: Type.Optional(Name),
  includeColorCodes: Type.Optional(Flag),
  disclaimers: Type.Optional(listOf(DisclaimerConfiguration, 100)),
  ebuDisplayStandardCode: Type.Optional(Int),
  ebuStlLanguageCode: Type.Optional(Type.String({ maxLength: 20 })),
  ebuStlMarginBottom: Type.Optional(Int),
  ebuStlMarginTop: Type.Optional(Int),
  ebuStlTeletextDoubleHeight: Type.Optional(Flag),
  ebuStlTeletextUseBox: Type.Optional(Flag),
  ebuStlTextJustification: Type.Optional(oneOf('unchanged', 'left', 'centered', 'right')),
})
export type SubtitleExportRequest = Type.Static<typeof SubtitleExportRequest>
