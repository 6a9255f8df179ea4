/** Finds commands in the shell blocks of documents that no test runs. */

const shells = new Set(['sh', 'bash', 'shell', 'zsh', 'console'])
const otherLanguages = new Set(['http', 'ini', 'js', 'json', 'ts'])
/** A block without a language shows output or a drawing. */
const commandWords = /^(?:\$ |(?:curl|docker|git|node|npm|npx|python3?|rushes|sudo|systemctl|tar) )/

/** Pages of which a test runs every command, and that test. */
export const testedPages: Readonly<Record<string, string>> = {
  'README.md': 'scripts/readme.test.ts',
  'docs/backup.md': 'apps/cli/test/backup.test.ts',
  'docs/command-line.md': 'apps/cli/test/documented.test.ts',
  'docs/people.md': 'apps/server/src/platform/config/config.test.ts',
  'docs/production-archives.md': 'apps/cli/test/archives.test.ts',
  'docs/tour.md': 'apps/demo/src/demo.test.ts',
}

/** Commands that no test runs, and why. */
export const untestedCommands: Readonly<Record<string, string>> = {
  'npm install ./rushes-contract-0.1.0.tgz ./rushes-client-0.1.0.tgz':
    'needs a registry for what they depend on; scripts/packages.test.ts unpacks the same archives',
}

/** Lines of a text between the fences of shells, without comments; a line that ends with `\` goes on in the next one. */
export function listCommands(text: string): string[] {
  return listBlocks(text)
    .filter(({ language }) => shells.has(language))
    .flatMap(({ content }) => content.replaceAll(/\\\n\s*/g, '').split('\n'))
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'))
}

/** What is wrong with the blocks of a page: commands that nobody tests, and blocks that hide commands. */
export function findUntested(page: string, text: string): string[] {
  const untested = listCommands(text).filter(
    command => !Object.hasOwn(testedPages, page) && !Object.hasOwn(untestedCommands, command),
  )
  const hidden = listBlocks(text).flatMap(({ language, content }) => {
    if (shells.has(language) || otherLanguages.has(language)) return []
    if (language !== '') return [`a block of the unknown language ${language}`]
    return content.split('\n').filter(line => commandWords.test(line.trim()))
  })
  return [...untested, ...hidden].map(found => `${page}: ${found}`)
}

function listBlocks(text: string): { language: string; content: string }[] {
  const blocks = text.matchAll(/^ *(```+|~~~+) *(\S*)[^\n]*\n(.*?)^ *\1 *$/gms)
  return Array.from(blocks, ([, , language = '', content = '']) => ({ language, content }))
}
