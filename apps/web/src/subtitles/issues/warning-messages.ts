import type { QualityCode } from '@rushes/timed-text'
import { createTexts } from '../../platform/translations.ts'

const en = {
  EMPTY_SUBTITLE: 'No text',
  COMMENT_ENTRY: 'A comment, not for broadcast',
  LOW_CONFIDENCE: 'Recognised with little confidence',
  TIMING_ORDER: 'Ends before it starts',
  TIMING_OVERLAP: 'Overlaps the one before it',
  TIMING_OUT_OF_MEDIA: 'Lasts longer than the clip',
  DURATION_TOO_SHORT: 'Shown too short',
  DURATION_TOO_LONG: 'Shown too long',
  GAP_TOO_SHORT: 'Too close to the one before it',
  GAP_NOT_CHAINED: 'Neither joined to the one before it nor apart from it',
  READING_SPEED_CPS: 'Too many characters a second',
  READING_SPEED_WPM: 'Too many words a minute',
  LINE_TOO_LONG: 'A line is too long',
  TOO_MANY_LINES: 'Too many lines',
  LINES_UNBALANCED: 'Lines are not balanced',
  LINE_BREAK_UNNATURAL: 'A line ends after a word that belongs to the next',
  ORPHAN_WORD: 'A single word on the last line',
  SPELLING: 'Not in the dictionary',
  TELETEXT_ROW_OVERFLOW: 'Does not fit in a teletext row',
  STYLE_UNSUPPORTED: 'A style that the preset does not allow',
  SPEAKER_MIXED: 'Speakers share a line',
  SPEAKER_COLOUR_REUSED: 'Two speakers have the same colour',
  SHOT_CHANGE_IN: 'Starts near a shot change, but not on it',
  SHOT_CHANGE_OUT: 'Ends near a shot change, but not on it',
  SHOT_CHANGE_CROSSED: 'A shot changes while it is shown',
} satisfies Record<QualityCode, string>

/** What the codes of the quality rules say, in few words. */
export const warningTexts = createTexts<QualityCode>({
  en,
  nl: {
    EMPTY_SUBTITLE: 'Geen tekst',
    COMMENT_ENTRY: 'Een opmerking, niet voor uitzending',
    LOW_CONFIDENCE: 'Met weinig zekerheid herkend',
    TIMING_ORDER: 'Eindigt voor het begint',
    TIMING_OVERLAP: 'Overlapt de vorige',
    TIMING_OUT_OF_MEDIA: 'Duurt langer dan de clip',
    DURATION_TOO_SHORT: 'Te kort in beeld',
    DURATION_TOO_LONG: 'Te lang in beeld',
    GAP_TOO_SHORT: 'Te dicht op de vorige',
    GAP_NOT_CHAINED: 'Sluit niet aan op de vorige en staat er niet los van',
    READING_SPEED_CPS: 'Te veel tekens per seconde',
    READING_SPEED_WPM: 'Te veel woorden per minuut',
    LINE_TOO_LONG: 'Een regel is te lang',
    TOO_MANY_LINES: 'Te veel regels',
    LINES_UNBALANCED: 'Regels zijn niet in evenwicht',
    LINE_BREAK_UNNATURAL: 'Een regel eindigt op een woord dat bij het volgende hoort',
    ORPHAN_WORD: 'Eén woord op de laatste regel',
    SPELLING: 'Niet in het woordenboek',
    TELETEXT_ROW_OVERFLOW: 'Past niet in een teletekstregel',
    STYLE_UNSUPPORTED: 'Een opmaak die de voorinstelling niet toelaat',
    SPEAKER_MIXED: 'Sprekers delen een regel',
    SPEAKER_COLOUR_REUSED: 'Twee sprekers hebben dezelfde kleur',
    SHOT_CHANGE_IN: 'Begint dicht bij een shotwissel, maar niet erop',
    SHOT_CHANGE_OUT: 'Eindigt dicht bij een shotwissel, maar niet erop',
    SHOT_CHANGE_CROSSED: 'Er wisselt een shot terwijl het in beeld is',
  },
})

export function isKnownWarning(code: string): code is QualityCode {
  return Object.hasOwn(en, code)
}
