/** Cuts chunks of text into lines; an unfinished line waits for its rest. */
export function createLineReader(onLine: (line: string) => void): (chunk: Buffer) => void {
  let rest = ''
  return chunk => {
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line.trimEnd())
  }
}
