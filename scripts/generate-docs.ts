/** Writes the documents that are made from the code; with `--check` it only says whether they are up to date. */

import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { configVariables } from '../apps/server/src/platform/config.ts'
import { contract, describeAccess, type Endpoint, errorTable } from '../packages/contract/src/index.ts'
import { toFormatsPage } from './document-formats.ts'
import { withExamples } from './document-guides.ts'

const notice = '<!-- Made by `npm run docs`; edits here are lost. -->'

/** Text between two markers of a document, replaced. */
function withBlock(file: string, name: string, block: string): string {
  const text = readFileSync(file, 'utf8')
  const [begin, end] = [`<!-- begin ${name} -->`, `<!-- end ${name} -->`]
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`${file} has no block ${name}`)
  return `${text.slice(0, from + begin.length)}\n${block}\n${text.slice(to)}`
}

function toConfiguration(): string {
  const rows = configVariables.map(
    ({ name, default: byDefault, meaning }) => `| \`${name}\` | ${byDefault} | ${meaning} |`,
  )
  return ['| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n')
}

function toReference(): string {
  const rooms = Object.entries(contract).map(([room, endpoints]) => {
    const rows = Object.values(endpoints).map((endpoint: Endpoint) => {
      const errors = endpoint.errors.map(name => errorTable[name].status).join(', ')
      const path = `\`${endpoint.method} ${endpoint.path}\``
      return `| ${path} | ${endpoint.summary} | ${describeAccess(endpoint.access)} | ${endpoint.status} | ${errors} |`
    })
    return [
      `## ${room}`,
      '',
      '| Endpoint | What it does | Access | Success | Further errors |',
      '|---|---|---|---|---|',
      ...rows,
    ].join('\n')
  })
  return [
    '# Reference',
    notice,
    '',
    'Every endpoint of the service, from the contract. A running service has the same at `/docs`, and with all shapes at `/openapi.json`.',
    '',
    rooms.join('\n\n'),
    '',
  ].join('\n')
}

/** The rooms of the server: what each says of itself, and which others it calls. */
function toRooms(): string {
  const rows = globSync('apps/server/src/*/index.ts')
    .sort()
    .map(file => {
      const room = basename(dirname(file))
      const about =
        /^\/\*\*\n \* ([^\n]+(?:\n \* (?!Promises|Leaves)[^\n]+)*)/.exec(readFileSync(file, 'utf8'))?.[1] ?? ''
      const called = globSync(`apps/server/src/${room}/**/*.ts`)
        .filter(source => !source.endsWith('.test.ts'))
        .flatMap(source =>
          Array.from(
            readFileSync(source, 'utf8').matchAll(/from '(?:\.\.\/)+([\w-]+)\/index\.ts'/g),
            match => match[1]!,
          ),
        )
        .filter(name => name !== room && existsSync(`apps/server/src/${name}/index.ts`))
      return `| \`${room}\` | ${about.replaceAll('\n * ', ' ')} | ${[...new Set(called)].sort().join(', ')} |`
    })
  return ['| room | owns | calls |', '|---|---|---|', ...rows].join('\n')
}

const documents: Record<string, () => string> = {
  'docs/reference.md': toReference,
  'docs/subtitle-formats.md': () => toFormatsPage(notice),
  'README.md': () => withBlock('README.md', 'configuration', toConfiguration()),
  'ARCHITECTURE.md': () => withBlock('ARCHITECTURE.md', 'rooms', toRooms()),
  ...Object.fromEntries(globSync('docs/guides/*.md').map(guide => [guide, () => withExamples(guide)])),
}

let stale = 0
for (const [file, make] of Object.entries(documents)) {
  const text = make()
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
  if (process.argv.includes('--check')) {
    console.error(`${file} is out of date: run npm run docs`)
    stale++
  } else {
    writeFileSync(file, text)
    console.log(`wrote ${file}`)
  }
}
process.exit(stale === 0 ? 0 : 1)
