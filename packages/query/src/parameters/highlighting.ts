import { parseFieldList } from './field-list.ts'
import type { LimitOptions } from './limits.ts'
import { findChoice, findCount, findText, listTexts, type RawParameters, within } from './raw-parameters.ts'

/** Which parts of the results are shown with what was found marked in them (`hl`). */
export interface HighlightRequest {
  /** Fields to look into; all that hold text where it is empty. */
  readonly fields: readonly string[]
  /** Most pieces of one field. */
  readonly snippets: number
  /** Length of a piece, in characters; 0 for the whole text. */
  readonly fragmentSize: number
  /** What stands before and after a mark. */
  readonly before: string
  readonly after: string
  /** Whether text around the marks is written as HTML writes it. */
  readonly isHtml: boolean
  /** Whether words that were sought in one field are marked in that field alone. */
  readonly requireFieldMatch: boolean
}

/** Solr's defaults. */
const defaultSnippets = 1
const defaultFragmentSize = 100
const mostSnippets = 100
const longestMark = 100

/** Reads `hl` and its parameters; undefined where nothing is to be marked. */
export function parseHighlighting(raw: RawParameters, options: LimitOptions = {}): HighlightRequest | undefined {
  if (findChoice(raw, 'hl', ['true', 'false']) !== 'true') return undefined
  const { names } = within('hl.fl', () => parseFieldList(listTexts(raw, 'hl.fl').join(','), options))
  // Each has two names, by the highlighter of Solr that a client knows.
  const mark = (end: 'pre' | 'post', usual: string) =>
    (findText(raw, `hl.simple.${end}`) ?? findText(raw, `hl.tag.${end}`) ?? usual).slice(0, longestMark)
  return {
    fields: names,
    snippets: Math.min(findCount(raw, 'hl.snippets') ?? defaultSnippets, mostSnippets),
    fragmentSize: findCount(raw, 'hl.fragsize') ?? defaultFragmentSize,
    before: mark('pre', '<em>'),
    after: mark('post', '</em>'),
    isHtml: findChoice(raw, 'hl.encoder', ['', 'html']) === 'html',
    requireFieldMatch: findChoice(raw, 'hl.requireFieldMatch', ['true', 'false']) === 'true',
  }
}
