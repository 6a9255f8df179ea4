/**
 * Transcripts: what speech engines heard as words with times, and texts given the times of such words.
 *
 *   readRecognition   JSON of the common engines      -> words in milliseconds
 *   toTranscriptWords a subtitle file                 -> the same
 *   alignWords        a text, words that were heard   -> the text with their times
 *   spreadText        a text, when somebody speaks    -> the text with guessed times
 *   assignSpeakers    words, turns of speakers        -> words with speakers
 *   applyDictionary   words, how a house writes them  -> words so written
 *   cutParagraphs     words                           -> paragraphs
 */
export { type AlignOptions, alignWords } from './alignment/align-words.ts'
export { findSpeech, type Span, spreadText } from './alignment/spread-words.ts'
export { applyDictionary, type DictionaryEntry } from './dictionary.ts'
export { cutParagraphs, type ParagraphRules } from './paragraphs.ts'
export { toTranscriptWords } from './read-document.ts'
export { type Recognition, type RecognitionFormat, readRecognition } from './recognition/read.ts'
export { readSpeakerTurns } from './speaker-turns.ts'
export { assignSpeakers, type SpeakerTurn } from './speakers.ts'
export { splitText } from './split-text.ts'
export { joinText, type TimedWord } from './timed-word.ts'
export {
  type WrittenParagraph,
  writeTranscriptCsv,
  writeTranscriptHtml,
  writeTranscriptText,
} from './write-transcript.ts'
