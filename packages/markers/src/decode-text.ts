/**
 * The text of a file without its byte order mark: UTF-8, UTF-16 with a mark or of letters that show it, else Windows-1252, in which old edit lists
 * and spreadsheets are saved and which every byte fits.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const unmarked = findUnmarkedUtf16(bytes)
  if (unmarked) return new TextDecoder(unmarked).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Letters of Latin text have a zero beside them in UTF-16, always on the same side. */
function findUnmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const begin = bytes.subarray(0, 64)
  if (begin.length < 4) return undefined
  const zeros = (side: number) => begin.filter((byte, index) => index % 2 === side && byte === 0).length
  const most = Math.floor(begin.length / 2)
  if (zeros(0) === 0 && zeros(1) * 4 >= most * 3) return 'utf-16le'
  return zeros(1) === 0 && zeros(0) * 4 >= most * 3 ? 'utf-16be' : undefined
}
