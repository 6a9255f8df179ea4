import Type from 'typebox'
import { subtitleFormats } from '../files/subtitle-formats.ts'
import { about, ColumnNames, DeliveryId, Flag, Int, listOf, Name, oneOf, shape } from '../shapes.ts'
import { SubtitleTextPart } from './subtitle.ts'

/** A subtitle that an exported file has beside those that are stored; frames of the clip. */
export const DisclaimerConfiguration = shape('DisclaimerConfiguration', {
  text: Type.Optional(Type.String({ maxLength: 2000, description: 'text of the disclaimer; use this or `textParts`' })),
  textParts: Type.Optional(about(listOf(SubtitleTextPart, 100), 'styled runs of text, instead of `text`')),
  position: Type.Optional(
    Type.Enum(['start', 'end', 'absolute'], {
      description: 'the first frames of the clip (when absent), its last ones, or from `start` on',
    }),
  ),
  start: Type.Optional(Type.Integer({ minimum: 0, description: 'first frame of the disclaimer; with `absolute`' })),
  durationFrames: Type.Optional(
    Type.Integer({ minimum: 1, description: 'number of frames it is shown; three seconds when absent' }),
  ),
  region: Type.Optional(about(Type.String({ maxLength: 200 }), 'id of the region in which the disclaimer appears')),
})
export type DisclaimerConfiguration = Type.Static<typeof DisclaimerConfiguration>

const title = (description: string) => Type.Optional(about(Type.String({ maxLength: 200 }), description))

/** What the header of an EBU STL file says of its programme; what is too long for its field is cut, and reported. */
export const EbuStlTitles = shape('EbuStlTitles', {
  originalProgrammeTitle: title('original programme title (OPT), 32 characters'),
  originalEpisodeTitle: title('original episode title (OET), 32 characters'),
  translatedProgrammeTitle: title('translated programme title (TPT), 32 characters'),
  translatedEpisodeTitle: title('translated episode title (TET), 32 characters'),
  translator: title('name of the translator (TN), 32 characters'),
  translatorContact: title('contact details of the translator (TCD), 32 characters'),
  reference: title('subtitle list reference code (SLR), 16 characters'),
  publisher: title('publisher (PUB), 32 characters'),
  editor: title('name of the editor (EN), 32 characters'),
  editorContact: title('contact details of the editor (ECD), 32 characters'),
})
export type EbuStlTitles = Type.Static<typeof EbuStlTitles>

/** How subtitles leave as files. */
export const SubtitleExportRequest = shape('SubtitleExportRequest', {
  format: Type.Optional(Type.Enum([...subtitleFormats], { description: 'format of the file; `ebustl` when absent' })),
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
  burnIn: Type.Optional(
    about(
      Flag,
      'true: an MP4 with the subtitles in its picture instead of a file of subtitles; it is made of the proxy of the clip, kept as its instance of type `ATTACHMENT`, and needs SUBTITLE_EDIT; without `format`, `profile`, `timeBase`, `delivery`, `columns` and translations',
    ),
  ),
  downloadName: Type.Optional(about(Name, 'name of the file without an extension, which is added')),
  columns: Type.Optional(ColumnNames),
  delivery: Type.Optional(DeliveryId),
  fix: Type.Optional(
    about(
      Flag,
      'with `delivery`, true: characters, colours, line breaks and times of the file are changed to what is taken; what is stored stays as it is',
    ),
  ),
  includeColorCodes: Type.Optional(about(Flag, 'whether colors are written; only for formats that have them')),
  disclaimers: Type.Optional(
    about(listOf(DisclaimerConfiguration, 100), 'extra subtitles that only the exported file contains'),
  ),
  ebuDisplayStandardCode: Type.Optional(about(Int, 'display standard code of EBU STL: 0 open, 1 or 2 teletext')),
  ebuStlLanguageCode: Type.Optional(
    about(Type.String({ maxLength: 20 }), 'language in the file header of EBU STL, as ISO 639-1'),
  ),
  ebuStlMarginBottom: Type.Optional(about(Int, 'rows kept free at the bottom; EBU STL only')),
  ebuStlMarginTop: Type.Optional(about(Int, 'rows kept free at the top; EBU STL only')),
  ebuStlTeletextDoubleHeight: Type.Optional(
    about(Flag, 'whether teletext is written with double height; EBU STL only'),
  ),
  ebuStlTeletextUseBox: Type.Optional(about(Flag, 'whether teletext is written in a box; EBU STL only')),
  ebuStlTextJustification: Type.Optional(
    about(
      oneOf('unchanged', 'left', 'centered', 'right'),
      'alignment of the text; `unchanged` keeps that of each subtitle',
    ),
  ),
  ebuStlTitles: Type.Optional(about(EbuStlTitles, 'titles and names in the file header of EBU STL')),
})
export type SubtitleExportRequest = Type.Static<typeof SubtitleExportRequest>
