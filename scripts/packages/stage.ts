import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Git ignores it. */
const staging = join(root, 'dist/packages')

/** A package of this project that others install. */
export type PackageName = 'contract' | 'client' | 'timebase' | 'timed-text'

/** The folder in which a package is put together, without anything of an earlier build. */
export function clearStage(name: PackageName): string {
  const folder = join(staging, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Runs the compiler as the `tsconfig.build.json` of a package says; throws when it finds anything wrong. */
export function compile(name: PackageName): void {
  const project = join(root, 'packages', name, 'tsconfig.build.json')
  const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', project], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the types of ${name} do not compile:\n${stdout}`)
  nameBuiltFiles(join(staging, name))
}

/** Declarations name the sources they were made from; outside there are only the built files. */
function nameBuiltFiles(folder: string): void {
  for (const file of globSync('**/*.d.ts', { cwd: folder })) {
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replaceAll(/((?:from |import\()["']\.[^"'\n]*)\.ts(["'])/g, '$1.js$2'))
  }
}

/**
 * Writes the manifest and the papers of a package. The manifest in the checkout is private and names sources, which the
 * workspace runs as they are; what is published names what was built. `entry` is the path of the built module, `others`
 * are those of what else the package exports.
 */
export function addPapers(name: PackageName, entry: string, others: readonly string[] = []): void {
  const source = join(root, 'packages', name)
  const target = join(staging, name)
  const {
    private: _private,
    exports: _exports,
    imports,
    ...manifest
  } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Record<string, unknown>
  const published = {
    ...manifest,
    main: `./${entry}.js`,
    types: `./${entry}.d.ts`,
    exports: {
      '.': toExport(entry),
      ...Object.fromEntries(others.map(other => [`./${other}`, toExport(other)])),
      './package.json': './package.json',
    },
    ...(imports !== undefined && { imports: JSON.parse(toBuilt(JSON.stringify(imports))) }),
    publishConfig: { access: 'public' },
  }
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(published, undefined, 2)}\n`)
  for (const paper of ['README.md', 'CHANGELOG.md']) {
    if (existsSync(join(source, paper))) writeFileSync(join(target, paper), takeDocuments(join(source, paper), target))
  }
  copyFileSync(join(root, 'LICENSE'), join(target, 'LICENSE'))
}

/** A paper with the documents of the project that it links to beside it. */
function takeDocuments(paper: string, target: string): string {
  return readFileSync(paper, 'utf8').replaceAll(/\]\(\.\.\/\.\.\/docs\/([\w-]+\.md)/g, (_link, name: string) => {
    copyFileSync(join(root, 'docs', name), join(target, name))
    return `](./${name}`
  })
}

function toExport(path: string) {
  return { types: `./${path}.d.ts`, default: `./${path}.js` }
}

/** Names of sources as those of what was built of them. */
function toBuilt(text: string): string {
  return text.replaceAll(/"\.\/src\/([^"]*)\.ts"/g, '"./$1.js"')
}

/** Packs a package as npm would publish it; gives the path of the archive. */
export function pack(name: PackageName): string {
  const args = ['pack', join(staging, name), '--pack-destination', staging, '--json', '--ignore-scripts']
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: staging, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm pack: ${stderr}`)
  const [packed] = JSON.parse(stdout) as [{ filename: string }]
  return join(staging, packed.filename.replace('@', '').replace('/', '-'))
}
