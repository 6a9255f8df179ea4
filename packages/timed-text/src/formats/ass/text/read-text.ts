import type { TextPart, TextStyle } from '../../../document/document.ts'
import { appendText } from '../../../text/text-parts.ts'
import type { Place } from '../places.ts'
import type { Context } from '../script.ts'
import type { Style } from '../styles/style.ts'
import { unescapeText } from './escape.ts'
import { type OverrideTag, readOverrideBlock } from './override-tags.ts'
import { applyTag, createState, type RunState, toTextStyle } from './run-state.ts'

/** What the text of an event says. */
export interface EventText {
  readonly textParts: readonly TextPart<number>[]
  /** The alignment that it names; absent where the style decides. */
  readonly digit?: number
  readonly position?: Place['position']
  /** Whether it draws shapes. */
  readonly hasDrawing: boolean
}

/** Reads the texts of the events of one file; `report` takes what is lost of one. */
export class TextReader {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  read(text: string, style: Style, speaker: string | undefined, report: (problem: string) => void): EventText {
    const parts: TextPart<number>[] = []
    const { styles, defaultStyle } = this.#context
    let { wrapStyle } = this.#context
    let base = createState(style, defaultStyle)
    let state: RunState = base
    let textStyle = toRunStyle(state, speaker)
    let digit: number | undefined
    let position: Place['position']
    let isDrawing = false
    let hasDrawing = false
    const dropped = new Set<string>()
    const addText = (from: number, to: number) => {
      if (to <= from) return
      if (isDrawing) hasDrawing = true
      else appendText(parts, unescapeText(text.slice(from, to), wrapStyle), textStyle, undefined)
    }
    const apply = (tag: OverrideTag) => {
      if (tag.kind === 'alignment') digit ??= tag.digit
      else if (tag.kind === 'position') position ??= { x: tag.x, y: tag.y }
      else if (tag.kind === 'drawing') isDrawing = tag.isOn
      else if (tag.kind === 'wrap') wrapStyle = tag.style
      else if (tag.kind === 'other') dropped.add(`\\${tag.name}`)
      else if (tag.kind === 'reset') {
        const named = styles.get(tag.style)
        if (tag.style !== '' && !named) report(`There is no style "${tag.style.slice(0, 40)}"`)
        base = createState(named ?? style, defaultStyle)
        state = base
      } else {
        const next = applyTag(state, tag, base)
        if (!next) dropped.add('the colour of outlines')
        else state = next
      }
    }
    const lastClose = text.lastIndexOf('}')
    let from = 0
    for (let open = findOpen(text, 0); open >= 0; open = findOpen(text, from)) {
      if (open > lastClose) {
        report('A brace is not closed and was taken for text')
        break
      }
      addText(from, open)
      const close = text.indexOf('}', open)
      const { tags, comment } = readOverrideBlock(text.slice(open + 1, close))
      if (comment.trim() !== '') dropped.add('notes in braces')
      tags.forEach(apply)
      textStyle = toRunStyle(state, speaker)
      from = close + 1
    }
    addText(from, text.length)
    if (dropped.size > 0) report(`Left out: ${[...dropped].slice(0, 20).join(', ')}`)
    return {
      textParts: parts.slice(),
      ...(digit !== undefined && { digit }),
      ...(position && { position }),
      hasDrawing,
    }
  }
}

/** Index of the next brace that opens a block; below 0 where there is none. */
function findOpen(text: string, from: number): number {
  let open = text.indexOf('{', from)
  while (open > from && text[open - 1] === '\\') open = text.indexOf('{', open + 1)
  return open
}

function toRunStyle(state: RunState, speaker: string | undefined): TextStyle | undefined {
  const style = toTextStyle(state)
  return speaker === undefined ? style : { ...style, speaker }
}
