/** Words in lines of at most so many characters, and at most so many lines; what does not fit is left out. */
export function breakLines(text: string, longest: number, most: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= longest) lines[lines.length - 1] = `${last} ${word}`
    else if (lines.length < most) lines.push(word.slice(0, longest))
    else break
  }
  return lines
}
