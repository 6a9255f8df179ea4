import type { TimedTextFormat } from '../format.ts'
import { findFormatByFileName, listFormats } from '../formats.ts'

/** Headers, comments and style sheets can precede what identifies a format. */
const headBytes = 64 * 1024

/**
 * The format of a file by its content, else by its name; undefined where neither identifies it. TTML of every profile is
 * `ebuttd`, whose reader takes them all.
 */
export function detectFormat(input: Uint8Array, fileName?: string): TimedTextFormat | undefined {
  const head = readHead(input)
  return (
    findBySignature(head) ??
    listFormats().find(({ pattern }) => pattern?.test(head)) ??
    (fileName === undefined ? undefined : findFormatByFileName(fileName))
  )
}

/** The format that the beginning of a file names; undefined where it names none. */
export function findFormatBySignature(input: Uint8Array): TimedTextFormat | undefined {
  return findBySignature(readHead(input))
}

function findBySignature(head: string): TimedTextFormat | undefined {
  return listFormats().find(({ signature }) => signature?.test(head))
}

/** The first bytes as if they were ASCII, which all marks are, in UTF-16 too; without a byte order mark. */
function readHead(input: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(input.subarray(0, headBytes))
  return head.replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '').replaceAll('\0', '')
}
