import { detectFormat, readRecognition, toMillisecondDocument, toTranscriptWords } from '@rushes/timed-text'
import type { HeardPart } from '../tables.ts'
import { SpeechError } from './engine.ts'

/** What an engine has written: JSON in one of the known forms, WebVTT or SubRip. Throws SpeechError for anything else. */
export function readAnswer(engine: string, bytes: Uint8Array): HeardPart {
  const text = new TextDecoder().decode(bytes).trim()
  if (text.startsWith('{')) {
    const recognition = readRecognition(parse(engine, text))
    if (!recognition) throw unreadable(engine, 'JSON that is no transcript')
    const { words, language } = recognition
    return { words, ...(language !== undefined && { language }) }
  }
  const format = detectFormat(bytes)
  if (format?.encoding !== 'text')
    throw unreadable(engine, text === '' ? 'nothing' : 'what is neither JSON nor subtitles')
  return { words: toTranscriptWords(toMillisecondDocument(format.read(bytes).document)) }
}

function parse(engine: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable(engine, 'JSON that is cut off or damaged')
  }
}

function unreadable(engine: string, what: string): SpeechError {
  return new SpeechError('ENGINE_UNREADABLE', `${engine} answered ${what}`)
}
