/** Writes the documents that are made from the code; with `--check` it only says whether they are up to date. */

import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { background } from '../../apps/server/src/app.ts'
import { type RecordKind, recordKinds } from '../../apps/server/src/platform/background/retention/periods.ts'
import { isOfRole, type Role } from '../../apps/server/src/platform/background/roles.ts'
import { configVariables } from '../../apps/server/src/platform/config/config.ts'
import type { BackgroundService } from '../../apps/server/src/platform/context.ts'
import { contract, type Endpoint } from '../../packages/contract/src/index.ts'
import { toFormatsPage } from './document-formats.ts'
import { withExamples } from './document-guides.ts'
import { toReferencePages } from './document-reference.ts'

const severalMachines = 'docs/guides/several-machines.md'
const serviceRoles = ['api', 'worker', 'background'] as const
const notice = '<!-- Made by `npm run docs`; edits here are lost. -->'

/** Text between two markers of a document, replaced. */
function withBlock(file: string, name: string, block: string, text = readFileSync(file, 'utf8')): string {
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

/** How long which records are stored. */
function toRetention(): string {
  const rows = Object.entries<RecordKind>(recordKinds).map(([name, { what, days, isFixed }]) => {
    const period = days === undefined ? 'for good' : days === 0 ? '' : `${days} days`
    return `| ${isFixed ? '' : `\`${name}\``} | ${what} | ${period} |`
  })
  return ['| name in `RUSHES_RETENTION` | records | stored after that |', '|---|---|---|', ...rows].join('\n')
}

/** The modules of the server: what each says of itself, and which others it calls. */
function toModules(): string {
  const rows = globSync('apps/server/src/modules/*/index.ts')
    .sort()
    .map(file => {
      const module = basename(dirname(file))
      const about =
        /^\/\*\*\n \* ([^\n]+(?:\n \* (?!Promises|Leaves)[^\n]+)*)/.exec(readFileSync(file, 'utf8'))?.[1] ?? ''
      const called = globSync(`apps/server/src/modules/${module}/**/*.ts`)
        .filter(source => !source.endsWith('.test.ts'))
        .flatMap(source =>
          Array.from(
            readFileSync(source, 'utf8').matchAll(/from '(?:\.\.\/)+([\w-]+)\/index\.ts'/g),
            match => match[1]!,
          ),
        )
        .filter(name => name !== module && existsSync(`apps/server/src/modules/${name}/index.ts`))
      return `| \`${module}\` | ${about.replaceAll('\n * ', ' ')} | ${[...new Set(called)].sort().join(', ')} |`
    })
  return ['| module | owns | calls |', '|---|---|---|', ...rows].join('\n')
}

/** The layers of modules, from the allow-list of imports: each module may import those below it. */
function toLayers(): string {
  const layers: string[][] = JSON.parse(readFileSync('scripts/checks/layers.json', 'utf8'))
  const rows = layers.toReversed().map(layer => layer.join('   '))
  const width = Math.max(...rows.map(row => row.length))
  const box = rows.map(row => `│ ${row.padEnd(width)} │`)
  const [top, middle, bottom] = ['┌┐', '├┤', '└┘'].map(([left, right]) => `${left}${'─'.repeat(width + 2)}${right}`)
  return ['```', top, box.join(`\n${middle}\n`), bottom, '```'].join('\n')
}

/** Paths that are left out of the OpenAPI document, because each is another path of an endpoint in it. */
function toAliases(): string {
  const rows = Object.values(contract)
    .flatMap((endpoints): Endpoint[] => Object.values(endpoints))
    .flatMap(({ method, path, aliases }) => aliases.map(alias => `| \`${method} ${alias}\` | \`${method} ${path}\` |`))
  return ['| alias | endpoint |', '|---|---|', ...rows].join('\n')
}

/** What runs on nodes of which role. */
function toRoles(): string {
  const isRun = (service: BackgroundService, role: Role) => (isOfRole(role, service.role) ? 'yes' : '')
  const rows = background.map(
    service => `| ${[service.name, ...serviceRoles.map(role => isRun(service, role))].join(' | ')} |`,
  )
  return [`| service | ${serviceRoles.join(' | ')} |`, '|---|---|---|---|', ...rows].join('\n')
}

const documents: Record<string, () => string> = {
  ...toReferencePages(notice),
  'docs/subtitle-formats.md': () => toFormatsPage(notice),
  'docs/operation.md': () =>
    withBlock(
      'docs/operation.md',
      'retention',
      toRetention(),
      withBlock('docs/operation.md', 'configuration', toConfiguration()),
    ),
  'docs/from-the-original.md': () => withBlock('docs/from-the-original.md', 'aliases', toAliases()),
  'ARCHITECTURE.md': () =>
    withBlock('ARCHITECTURE.md', 'layers', toLayers(), withBlock('ARCHITECTURE.md', 'modules', toModules())),
  ...Object.fromEntries(globSync('docs/guides/*.md').map(guide => [guide, () => withExamples(guide)])),
  [severalMachines]: () => withBlock(severalMachines, 'roles', toRoles()),
}

let stale = 0
for (const [file, make] of Object.entries(documents)) {
  const text = make()
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
  if (process.argv.includes('--check')) {
    console.error(`${file} is out of date: run npm run docs`)
    stale++
  } else {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    console.log(`wrote ${file}`)
  }
}
process.exit(stale === 0 ? 0 : 1)
