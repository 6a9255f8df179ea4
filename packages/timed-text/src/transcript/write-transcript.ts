/** Transcripts as files that people read: text, a table, a page. */

import { formatCsvRow } from '../text/csv.ts'
import { joinText, type TimedWord } from './timed-word.ts'

/** What is written of a paragraph. */
export interface WrittenParagraph {
  readonly speaker?: string | undefined
  readonly words: readonly Pick<TimedWord, 'text'>[]
  /** When it begins, as it is to be read: a timecode. */
  readonly at: string
}

/** A paragraph a block, its speaker in front where that changes. */
export function writeTranscriptText(paragraphs: readonly WrittenParagraph[]): string {
  const blocks = paragraphs.map(({ speaker, words }, index) => {
    const isNew = speaker !== undefined && speaker !== paragraphs[index - 1]?.speaker
    return `${isNew ? `${speaker}: ` : ''}${joinText(words)}\n`
  })
  return blocks.join('\n')
}

/** A table of the columns Media Start, Speakers and Transcript (RFC 4180), in UTF-8 with a mark for spreadsheets. */
export function writeTranscriptCsv(paragraphs: readonly WrittenParagraph[]): string {
  const rows = paragraphs.map(({ at, speaker = '', words }) => [at, speaker, joinText(words)])
  return `\ufeff${[['Media Start', 'Speakers', 'Transcript'], ...rows].map(formatCsvRow).join('')}`
}

/** A page of its own: each paragraph with its time and its speaker. */
export function writeTranscriptHtml(
  paragraphs: readonly WrittenParagraph[],
  { title, language }: { title: string; language: string },
): string {
  const body = paragraphs.map(
    ({ at, speaker, words }) =>
      `<p><time>${escapeHtml(at)}</time>${speaker === undefined ? '' : ` <b>${escapeHtml(speaker)}</b>`} ${escapeHtml(joinText(words))}</p>\n`,
  )
  return [
    `<!doctype html>\n<html lang="${escapeHtml(language)}">\n<head>\n<meta charset="utf-8">\n`,
    `<title>${escapeHtml(title)}</title>\n</head>\n<body>\n<h1>${escapeHtml(title)}</h1>\n`,
    ...body,
    '</body>\n</html>\n',
  ].join('')
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, character => escapes[character]!)
}
