/*
 * Registers a format of its own when loaded, as format-facts.ts and formats.ts do for those that there are. Load it
 * before anything that takes its lists from them, as with `node --import`.
 *
 *   MADE UP
 *   1000 2000 First line|Second line
 */

import { toMillisecondDocument } from '../document/times.ts'
import type { FormatCode } from '../format.ts'
import { type FormatFacts, formatFacts } from '../format-facts.ts'
import { formats } from '../formats.ts'
import { type FormatSupport, featureLabels } from '../support.ts'
import { appendText, toPlainText } from '../text/text-parts.ts'

const facts = {
  id: 'madeup',
  aliases: ['made-up'],
  label: 'Made-up format',
  mediaTypes: ['application/x-made-up', 'text/x-made-up'],
  extension: 'mup',
  otherExtensions: ['madeup'],
  listForm: 'made-up',
  encoding: 'text',
  isBroadcast: false,
  timeBases: ['media'],
} as const satisfies FormatFacts

const kept = ['frames', 'milliseconds', 'lineBreak', 'blankLine']
const support = Object.fromEntries(
  Object.keys(featureLabels).map(name => [name, [kept.includes(name) ? 'kept' : 'lost', '']]),
) as unknown as FormatSupport

const code: FormatCode = {
  signature: /^MADE UP\n/,
  support,
  read(input) {
    const text = typeof input === 'string' ? input : new TextDecoder().decode(input)
    const cues = Array.from(text.matchAll(/^(\d+) (\d+) (.*)$/gm), ([, start, end, content = '']) => {
      const textParts: Parameters<typeof appendText>[0] = []
      appendText(textParts, content.replaceAll('|', '\n'), undefined, undefined)
      return { start: Number(start), end: Number(end), textParts }
    })
    return { document: { timing: { unit: 'milliseconds' }, cues }, diagnostics: [] }
  },
  write(document) {
    const lines = toMillisecondDocument(document).cues.map(
      ({ start, end, textParts }) => `${start} ${end} ${toPlainText(textParts).replaceAll('\n', '|')}\n`,
    )
    return { content: `MADE UP\n${lines.join('')}`, diagnostics: [] }
  },
}

Object.assign(formatFacts, { [facts.id]: facts })
Object.assign(formats, { [facts.id]: { ...facts, ...code } })
