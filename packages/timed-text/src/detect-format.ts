import type { TimedTextFormat } from './format.ts'
import { findFormatByFileName, formats } from './formats.ts'

/** Headers, comments and style sheets stand before what tells a format. */
const headBytes = 64 * 1024

/**
 * The format of a file by what stands in it, else by its name; undefined where neither tells. TTML of every profile is
 * `ebuttd`, whose reader takes them all.
 */
export function detectFormat(input: Uint8Array, fileName?: string): TimedTextFormat | undefined {
  const head = readHead(input)
  // "DFC", bytes 3 to 10 of the header of EBU Tech 3264.
  if (/^.{3}STL\d/is.test(head)) return formats.ebustl
  const text = head.trimStart()
  if (/^WEBVTT(?:\s|$)/.test(text)) return formats.webvtt
  if (text.startsWith('<') && /<(?:[\w.-]+:)?tt[\s>]/.test(text)) return formats.ebuttd
  if (/^\s*\d+:\d{1,2}(?::\d{1,2})?(?:[.,]\d+)?\s*-{1,2}>/m.test(text)) return formats.srt
  return fileName === undefined ? undefined : findFormatByFileName(fileName)
}

/** The first bytes as if they were ASCII, which all marks are, in UTF-16 too; without a byte order mark. */
function readHead(input: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(input.subarray(0, headBytes))
  return head.replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '').replaceAll('\0', '')
}
