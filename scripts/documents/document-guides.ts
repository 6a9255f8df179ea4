import { readFileSync } from 'node:fs'

/** The sources of the examples in a guide, each between its markers: `<!-- example <file> -->` and `<!-- end -->`. */
export function withExamples(guide: string): string {
  return readFileSync(guide, 'utf8').replaceAll(
    /<!-- example (\S+) -->\n(?:[\s\S]*?\n)??<!-- end -->/g,
    (_block, file: string) =>
      `<!-- example ${file} -->\n\`\`\`ts\n${readFileSync(`packages/client/examples/${file}`, 'utf8')}\`\`\`\n<!-- end -->`,
  )
}
