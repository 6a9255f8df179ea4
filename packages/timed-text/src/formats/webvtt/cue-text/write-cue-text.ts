import { formatClock } from '../../../document/clock.ts'
import type { Cue, TextPart, TextStyle } from '../../../document/document.ts'
import { isSameText, normaliseParts } from '../../../text/text-parts.ts'
import { changeTags, createTagSet, noTags, TagMemory, type TagSet } from '../../../text/write-tags.ts'
import { escapeText } from '../escape.ts'
import { CueTextReader } from './read-cue-text.ts'
import { type ReportLoss, toTags } from './style-tags.ts'

/** Writes the texts of the cues of one document. */
export class CueTextWriter {
  readonly #tags = new TagMemory<TextStyle>()
  #reader: CueTextReader | undefined

  /** The payload of a cue: that of its file while the text is still the same, else the text in our spelling. */
  write(cue: Cue<number>, report: ReportLoss): string {
    const kept = cue.ext?.webvtt?.payload
    if (typeof kept === 'string' && isPayload(kept)) {
      this.#reader ??= new CueTextReader()
      const { textParts } = this.#reader.read(kept, cue.start, () => {})
      if (isSameText(textParts, cue.textParts)) return kept
    }
    return this.#writeUsual(cue.textParts) ?? writeCueText(cue, report)
  }

  /** Most text needs no escapes, and has nothing that could be lost; undefined for all other. */
  #writeUsual(parts: readonly TextPart<number>[]): string | undefined {
    let content = ''
    let open = noTags
    let lineStart = 0
    for (const part of parts) {
      if (part.type === 'lineBreak') {
        if (content.length === lineStart) return undefined
        content += '\n'
        lineStart = content.length
        continue
      }
      if (part.start !== undefined || part.end !== undefined || needsCare(part.content)) return undefined
      const tags = part.style ? this.#tags.get(part.style, findTags) : noTags
      if (!tags) return undefined
      if (tags !== open) content += changeTags(open, tags)
      open = tags
      content += part.content
    }
    if (content.length === lineStart && lineStart > 0) return undefined
    return open === noTags ? content : content + open.closing
  }
}

function needsCare(content: string): boolean {
  return content === '' || /[&<>\0\u00a0\r\n]/.test(content)
}

/** The tags of a style; undefined where something of it is lost. */
function findTags(style: TextStyle): readonly string[] | undefined {
  let hasLost = false
  const tags = toTags(style, () => {
    hasLost = true
  })
  return hasLost ? undefined : tags
}

/** Whether our spelling of a cue has the tags of the payload it was read from, so that the payload need not be kept. */
export function isSpelledAlike(payload: string, cue: Cue<number>): boolean {
  const ours = writeCueText(cue, () => {})
  return payload === ours || listTags(payload) === listTags(ours)
}

/** Whether a text can be in a cue as it is: no blank line, no arrow, no foreign line ends. */
function isPayload(text: string): boolean {
  return !/[\0\r]|-->|\n\n|^\n|\n$/.test(text) && text !== ''
}

function listTags(payload: string): string {
  return (payload.match(/<[^<>]*>/g) ?? []).join('')
}

function writeCueText(cue: Cue<number>, report: ReportLoss): string {
  const parts = normaliseParts(cue.textParts)
  if (parts.length === 0) return ''
  let content = ''
  let open: TagSet = noTags
  let current: number | undefined
  for (const part of parts) {
    if (part.type === 'lineBreak') {
      content += '\n'
      continue
    }
    if (part.end !== undefined) report('STYLE_UNSUPPORTED', 'WebVTT has no end of a run; it was left out')
    const tags = part.style ? createTagSet(toTags(part.style, report)) : noTags
    const start = part.start === cue.start ? undefined : part.start
    const lead = start === current ? '' : `<${formatClock(Math.max(0, start ?? cue.start), '.')}>`
    current = start
    content += changeTags(open, tags) + lead + escapeText(part.content)
    open = tags
  }
  return fillBlankLines(content + open.closing)
}

function fillBlankLines(text: string): string {
  if (text !== '' && !/^\n|\n\n|\n$/.test(text)) return text
  return text
    .split('\n')
    .map(line => line || '\u00a0')
    .join('\n')
}
