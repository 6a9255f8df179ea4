/** The cells of a text as spreadsheets copy it: lines of values that tabs divide. */
export function readCells(text: string): string[][] {
  const lines = text.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n')
  return lines.map(line => line.split('\t'))
}
