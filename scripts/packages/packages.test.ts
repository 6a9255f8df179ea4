import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, join, relative } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { adminPassword, startTestService, type TestService } from '../../apps/server/test/service.ts'

const root = join(import.meta.dirname, '..', '..')
/** Of all browsers in use: what a page may reasonably spend on reaching a service. */
const mostZippedBytes = 12_000

const names = ['contract', 'client', 'timebase', 'timed-text'] as const

/** What `npm run build:packages` prints. */
let printed: string
/** The archives. */
let built: Record<(typeof names)[number], string>
let folder: string
let kit: TestService
before(async () => {
  rmSync(join(root, 'dist/packages'), { recursive: true, force: true })
  printed = (await promisify(execFile)('npm', ['run', '--silent', 'build:packages'], { cwd: root })).stdout
  const archives = Array.from(printed.matchAll(/^(\S+\.tgz): /gm), ([, path = '']) => join(root, path))
  const find = (name: string) => archives.find(path => basename(path).startsWith(`rushes-${name}-`)) ?? ''
  built = {
    contract: find('contract'),
    client: find('client'),
    timebase: find('timebase'),
    'timed-text': find('timed-text'),
  }
  folder = mkdtempSync(join(tmpdir(), 'rushes-consumer-'))
  await installInto(folder)
  kit = await startTestService()
  await kit.createProduction('Northern lights')
})
after(async () => {
  await kit?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

/** Unpacks the archives as an installation does; what they depend on is the copy of this project. */
async function installInto(target: string): Promise<void> {
  const modules = join(target, 'node_modules')
  for (const name of names) {
    const place = join(modules, '@rushes', name)
    mkdirSync(place, { recursive: true })
    await run('tar', ['-xzf', built[name], '-C', place, '--strip-components=1'])
  }
  for (const other of ['typebox', 'chardet', 'entities', 'fflate']) {
    symlinkSync(join(root, 'node_modules', other), join(modules, other))
  }
  writeFileSync(join(target, 'package.json'), '{ "type": "module" }')
}

/** The output of a program that ends well; it may ask the service, which runs in this process. */
async function run(program: string, args: string[]): Promise<string> {
  return (await promisify(execFile)(program, args, { cwd: folder })).stdout
}

test('`npm run build:packages` builds all packages and prints their paths and how to install them', () => {
  for (const path of names.map(name => built[name])) {
    assert.ok(statSync(path).size > 0)
    assert.match(printed, new RegExp(`^${relative(root, path)}: ${statSync(path).size} bytes$`, 'm'))
  }
  assert.match(printed, /^install the client with: npm install \S+contract\S+\.tgz \S+client\S+\.tgz$/m)
  assert.match(printed, /^install timed-text with: npm install \S+timebase\S+\.tgz \S+timed-text\S+\.tgz$/m)
})

for (const name of names) {
  test(`publint finds nothing to say about the package ${name}`, async () => {
    const bytes = readFileSync(built[name])
    const { messages, pkg } = await publint({
      pack: { tarball: toArrayBuffer(bytes) },
      level: 'suggestion',
      strict: true,
    })
    assert.deepEqual(
      messages.map(message => formatMessage(message, pkg)),
      [],
    )
  })

  test(`the types of the package ${name} are right for Node and for bundlers`, async () => {
    const result = await checkPackage(createPackageFromTarballData(readFileSync(built[name])))
    assert.ok(result.types)
    // Modules only: `require` of a module is what Node does since 20.19, and the check does not know it yet. Node 10, for
    // which it looks as well, has no `imports`.
    assert.deepEqual(
      result.problems.filter(
        problem =>
          problem.kind !== 'CJSResolvesToESM' &&
          !(problem.kind === 'InternalResolutionError' && problem.resolutionOption === 'node10'),
      ),
      [],
    )
  })
}

test('the client is small, and what it loads is itself alone', t => {
  const [sizes, zipped] = /^the client's module has .* minified, (\d+) with gzip$/m.exec(printed) ?? []
  t.diagnostic(`${sizes}; packed ${statSync(built.client).size}`)
  assert.ok(Number(zipped) < mostZippedBytes, `${zipped} bytes`)
  const code = readFileSync(join(folder, 'node_modules/@rushes/client/index.js'), 'utf8')
  assert.doesNotMatch(code, /^\s*import\b/m)
  assert.doesNotMatch(code, /typebox/)
  const map = JSON.parse(readFileSync(join(folder, 'node_modules/@rushes/client/index.js.map'), 'utf8'))
  assert.ok(map.sources.some((source: string) => source.endsWith('/upload.ts')))
  assert.ok(map.sourcesContent.every((content: unknown) => typeof content === 'string'))
})

test('plain JavaScript in Node reaches a service with the packed client', async () => {
  writeFileSync(
    join(folder, 'plain.mjs'),
    `import { listAll, ServiceError, signIn } from '@rushes/client'
    const [baseUrl, password] = process.argv.slice(2)
    const api = await signIn({ baseUrl, username: 'admin', password })
    for await (const { name } of listAll(api.productions.listProductions, {})) console.log(name)
    const error = await api.productions.getProduction({ prId: 999999 }).catch(caught => caught)
    console.log(error instanceof ServiceError, error.status)`,
  )
  assert.equal(await run(process.execPath, ['plain.mjs', kit.url, adminPassword]), 'Northern lights\ntrue 404\n')
})

test('the packed client has every endpoint of the packed contract, and nothing else', async () => {
  const code = `import { contract } from '@rushes/contract'
    import { createClient } from '@rushes/client'
    const { options, ...modules } = createClient({ baseUrl: 'http://service.test' })
    const list = of => Object.entries(of).flatMap(([module, calls]) => Object.keys(calls).map(name => module + ' ' + name))
    const [held, described] = [list(modules), list(contract)]
    console.log(held.length > 200, held.join() === described.join())`
  const printed = await run(process.execPath, ['--input-type=module', '--eval', code])
  assert.equal(printed, 'true true\n')
})

test('the packed contract holds every endpoint and shape for those who want them', async () => {
  const code = `import { contract, MediaObject } from '@rushes/contract'
    console.log(contract.media.getMediaObject.path, Object.keys(MediaObject.properties).includes('umid'))`
  const printed = await run(process.execPath, ['--input-type=module', '--eval', code])
  assert.equal(printed, '/production/{prId}/mo/{id} true\n')
})

for (const [moduleResolution, module] of [
  ['node16', 'node16'],
  ['bundler', 'esnext'],
] as const) {
  test(`the examples compile against the packed client with moduleResolution ${moduleResolution}, all declarations checked`, async () => {
    const project = join(folder, moduleResolution)
    cpSync(join(root, 'packages/client/examples'), project, { recursive: true })
    const compilerOptions = {
      ...{ module, moduleResolution, target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'] },
      ...{ strict: true, skipLibCheck: false, outDir: 'compiled', types: [] },
    }
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    writeFileSync(
      join(project, 'wrong.ts'),
      `import { createClient } from '@rushes/client'
      const api = createClient({ baseUrl: '' })
      // @ts-expect-error The id of a clip is a number.
      void api.media.getMediaObject({ prId: 1, id: 'one' })
      // @ts-expect-error A clip has no such member.
      void api.media.getMediaObject({ prId: 1, id: 1 }).then(clip => clip.nonsense)`,
    )
    await run(join(root, 'node_modules/.bin/tsc'), ['-p', project])
  })
}

const { engines } = JSON.parse(readFileSync(join(root, 'packages/client/package.json'), 'utf8'))
const [oldest] = /\d+/.exec(engines.node) ?? []

for (const major of new Set([oldest, '20', '22', '24'])) {
  test(`the compiled examples run on Node ${major}${major === oldest ? ', the oldest that the client names' : ''}`, async t => {
    const node = await findNode(major ?? '')
    if (node === undefined) return t.skip(`no Node ${major} in the path, and none from npm`)
    const others = ['convert', 'delivery', 'download', 'follow', 'legacy-download', 'metadata', 'subtitles', 'upload']
    writeFileSync(
      join(folder, 'examples.mjs'),
      `import { createClip } from '@rushes/client'
      import { arrive } from './node16/compiled/sign-in.js'
      import { comment, readComments } from './node16/compiled/review.js'
      ${others.map(name => `import './node16/compiled/${name}.js'`).join('\n')}
      const [baseUrl, password] = process.argv.slice(2)
      const { api, productions } = await arrive(baseUrl, 'admin', password, () => '')
      const { id: prId, name } = productions[0]
      const { id } = await createClip(api, prId, { name: 'Take 1' })
      await comment(api, prId, id, 7, 'Too dark')
      const comments = await readComments(api, prId, id)
      console.log(name, comments.map(({ description }) => description).join())`,
    )
    assert.equal(await run(node, ['examples.mjs', kit.url, adminPassword]), 'Northern lights Too dark\n')
  })
}

for (const major of ['22', '24']) {
  test(`the examples of timed-text print what they say, of the packed module on Node ${major}`, async t => {
    const node = await findNode(major)
    if (node === undefined) return t.skip(`no Node ${major} in the path, and none from npm`)
    const place = join(folder, 'node_modules/@rushes/timed-text')
    const readme = readFileSync(join(place, 'README.md'), 'utf8')
    const examples = Array.from(readme.matchAll(/```js\n([\s\S]*?)```/g), ([, code = '']) => code)
    assert.ok(examples.length >= 5)
    for (const [index, code] of examples.entries()) {
      writeFileSync(join(folder, `example-${index}.mjs`), code)
      const said = Array.from(code.matchAll(/^\/\/ (.*)$/gm), ([, line = '']) => `${line}\n`)
      assert.equal(await run(node, [`example-${index}.mjs`]), said.join(''))
    }
    for (const [, file = ''] of readme.matchAll(/\]\((?!https?:|#)([^)#]+)/g))
      assert.ok(statSync(join(place, file)).size > 0)
  })
}

/** A Node of this major version: the one that runs the tests, one in the path, or one that npm has for this machine. */
async function findNode(major: string): Promise<string | undefined> {
  const inPath = (process.env.PATH ?? '').split(delimiter).map(place => join(place, 'node'))
  for (const node of [process.execPath, ...inPath]) {
    const version = await run(node, ['--version']).catch(() => '')
    if (version.startsWith(`v${major}.`)) return node
  }
  const name = `node-${process.platform}-${process.arch}`
  const place = join(folder, `node-${major}`)
  const installed = join(place, 'node_modules', name, 'bin/node')
  if (existsSync(installed)) return installed
  mkdirSync(place, { recursive: true })
  const isInstalled = await run('npm', [
    'install',
    '--prefix',
    place,
    '--no-audit',
    '--no-fund',
    `${name}@${major}`,
  ]).then(
    () => true,
    () => false,
  )
  return isInstalled ? installed : undefined
}

function toArrayBuffer({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  return (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength)
}
