import type { CodeTable } from '../layout/characters.ts'
import type { EbuStlDiskFormat } from '../layout/disk-format.ts'

/** Lines of an STL header in the words of people; cut at the length of their fields. */
export interface EbuStlTitles {
  readonly originalProgrammeTitle?: string
  readonly originalEpisodeTitle?: string
  readonly translatedProgrammeTitle?: string
  readonly translatedEpisodeTitle?: string
  readonly translator?: string
  readonly translatorContact?: string
  /** Subtitle list reference code. */
  readonly reference?: string
  readonly publisher?: string
  readonly editor?: string
  readonly editorContact?: string
}

/**
 * How to write an STL file. What is absent is as in the file that the document was read from, else as said here. An
 * option of presentation (from `useBox` on) lays out every cue again, also those that were not edited.
 */
export interface EbuStlWriteOptions extends EbuStlTitles {
  /** By the rate of the document: 25 or 30 frames. */
  readonly diskFormat?: EbuStlDiskFormat
  /** 0 open subtitles, 1 and 2 teletext of that level; default 1. */
  readonly displayStandardCode?: 0 | 1 | 2
  /** Of the texts; default the one that has most of their letters. */
  readonly codeTable?: CodeTable
  /** BCP 47, or ISO 639-1; default the document's. */
  readonly languageCode?: string
  /** Timecode of frame 0, `HH:MM:SS:FF` in the frames of the file; also the start of the programme. */
  readonly startTimecode?: string
  /** Drop frame labels, at 29.97 only; default false. */
  readonly dropFrame?: boolean
  /** Whether the time code out is that of the last frame shown; default false: the first frame not shown. */
  readonly isEndInclusive?: boolean
  /** Three letters, ISO 3166-1. */
  readonly country?: string
  /** `YYMMDD`; spaces when absent: this package reads no clock. */
  readonly creationDate?: string
  readonly revisionDate?: string
  /** 0 to 99. */
  readonly revisionNumber?: number
  /** Most characters in a row and most rows, for the header; default 40 and 23. */
  readonly maxCharacters?: number
  readonly maxRows?: number

  /** Teletext: text in a box, the black ground that teletext has; default true. */
  readonly useBox?: boolean
  /** Teletext: text in double height; default as the runs say, and true where no run of the document says it. */
  readonly doubleHeight?: boolean
  /** Rows from one line to the next in double height; some viewers want 1. Default 2. */
  readonly rowsPerNewLine?: 1 | 2
  /** Colours and backgrounds are written; default true. */
  readonly includeColours?: boolean
  /** For cues that do not say it; default `centered`. `unchanged` is for all: spaces place the lines. */
  readonly justification?: 'unchanged' | 'left' | 'centered' | 'right'
  /** Rows left free above cues at the top, and below the last line of cues at the bottom; default 0, and 1 in double height. */
  readonly marginTop?: number
  readonly marginBottom?: number
}
