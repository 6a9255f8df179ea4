/** What help and the documents show is typed into a shell as it stands, with the ids and addresses of a real service. */

import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { FileBody, uploadFile, waitForWorkflow } from '@rushes/client'
import { formats, readSrt } from '@rushes/timed-text'
import { listCommands } from '../../../scripts/documents/documented-commands.ts'
import { readSampleFilm } from '../../server/test/scene/sample-film.ts'
import { startTestService, type TestService } from '../../server/test/service.ts'
import { until } from '../../server/test/until.ts'
import { table } from '../src/commands/table.ts'
import { type CommandLine, openCommandLine } from './command-line.ts'

const pages = ['command-line.md', 'guides/convert.md'].map(name => new URL(`../../../docs/${name}`, import.meta.url))
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const evening = '1\n00:00:00,000 --> 00:00:02,000\nGood evening.\n'

let kit: TestService
let cli: CommandLine
let prId: number
/** What the numbers and addresses of the documents are here. */
let meant: Map<string, string>
/** A collection for what is uploaded: that of the documents holds films alone. */
let inbox: number

before(async () => {
  kit = await startTestService()
  cli = await openCommandLine({ RUSHES_TOKEN: kit.admin.options.token ?? '' })
  const anna = await kit.createUser('anna')
  prId = (await kit.createProduction('Northern lights')).id
  await layDesk(anna.password)
  const film = await readFile(join(cli.home, 'desk/interview.mov'))
  const clips = await Promise.all(['interview.mov', 'second.mov'].map(name => ingest(name, film)))
  const [first, second] = clips.map(clip => clip.id) as [number, number]
  const collections = await Promise.all(
    ['Day one', 'Inbox'].map(title => kit.admin.collections.createCollection({ prId, body: { title } })),
  )
  const [shown, other] = collections.map(({ id }) => id) as [number, number]
  inbox = other
  await kit.admin.collections.attachEntries({ prId, id: shown, body: clips.map(({ id }) => ({ mediaObjectId: id })) })
  for (const language of ['en', 'nl']) {
    const body = new FileBody('application/x-subrip', new TextEncoder().encode(evening))
    await kit.admin.subtitles.replaceSubtitleOfLanguage({ prId, moId: first, language, body })
  }
  meant = new Map([
    ['https://media.example.org', kit.url],
    ['3', `${prId}`],
    ['1', `${kit.accountId}`],
    ['12', `${shown}`],
    ['41', `${first}`],
    ['42', `${second}`],
    ['7', `${(await kit.admin.sharing.createShare({ prId, id: shown, body: {} })).id}`],
    ['0199c5a4-…', clips[0]!.workflowId],
    ...(await prepareAdministration()),
    ['/backups/rushes', join(cli.home, 'backups')],
    ['/srv/rushes', join(cli.home, 'srv')],
  ])
  await mkdir(join(cli.home, 'archives'))
  const archive = await cli.runWith(
    { env: { RUSHES_URL: kit.url }, cwd: join(cli.home, 'archives') },
    ...['production', 'export', `${prId}`, 'northern-lights.tar'],
  )
  assert.equal(archive.code, 0, archive.stderr)
})
after(async () => {
  await cli.remove()
  await kit.stop()
})

/** A user, a token and webhooks, of which one has a delivery in its log. */
async function prepareAdministration(): Promise<[string, string][]> {
  const { user } = await kit.createUser('carla')
  const me = await kit.admin.authentication.getCurrentUser()
  const token = await kit.admin.authentication.createAccessToken({ id: me.id, body: { label: 'Old' } })
  const id = kit.accountId
  const create = (url: string) => kit.admin.webhooks.createWebhook({ id, body: { url, types: ['Production.create'] } })
  const [webhook, other] = [await create('https://hooks.example.org/a'), await create('https://hooks.example.org/b')]
  const { id: spare } = await kit.createProduction('Spare')
  assert.ok(spare)
  let delivery: number | undefined
  await until('an event is on its way to the webhook', async () => {
    delivery = (await kit.admin.webhooks.listWebhookDeliveries({ id, webhookId: webhook.id })).items[0]?.id
    return delivery !== undefined
  })
  return [
    ['17', `${user.id}`],
    ['23', `${token.id}`],
    ['5', `${webhook.id}`],
    ['6', `${other.id}`],
    ['99', `${delivery}`],
  ]
}

/** The files that somebody has at hand who types the lines. */
async function layDesk(password: string): Promise<void> {
  const desk = join(cli.home, 'desk')
  for (const folder of ['desk/day1', 'desk/day2', '.zfunc', '.config/fish/completions']) {
    await mkdir(join(cli.home, folder), { recursive: true })
  }
  await mkdir(join(cli.home, '.local/share/bash-completion/completions'), { recursive: true })
  const { document } = readSrt(evening)
  const files: Record<string, string | Uint8Array> = {
    'interview.mov': await readSampleFilm({ seconds: 6, startTimecode: '10:00:00:00', width: 64, height: 64 }),
    'day1/one.txt': 'one',
    'day2/two.txt': 'two',
    'interview.srt': evening,
    'programme.srt': evening.replaceAll('00:00:0', '10:00:0'),
    'evening.vtt': 'WEBVTT\n\n00:00.000 --> 00:02.000\nこんばんは\n',
    'evening.stl': formats.ebustl.write(document).content,
    'comments.csv': 'Timecode,Comment\n10:00:01:00,Too dark\n',
    'password-and-code.txt': `${password}\n`,
    'token.txt': `${kit.admin.options.token}\n`,
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(desk, name), content)
}

async function ingest(fileName: string, bytes: Uint8Array<ArrayBuffer>) {
  const { id, workflowId = '' } = await uploadFile(kit.admin, { prId, fileName, source: new Blob([bytes]) })
  await waitForWorkflow(kit.admin, { prId, id: workflowId })
  return { id, workflowId }
}

/** Every line of the shell blocks of these pages. */
const documented = (await Promise.all(pages.map(page => readFile(page, 'utf8')))).flatMap(listCommands)
const isOfMachine = (words: string) =>
  /^(start|service install|secret|doctor|migrate|reindex|backup|restore|retention|storage|search (?:setup|status|rebuild|compare))\b/.test(
    words,
  )
const shown = table.commands.flatMap(({ words, examples }) => examples.map(line => ({ words, line })))
const ofService = [
  ...new Set([
    ...documented.filter(line => !isOfMachine(line.replace(/^rushes /, ''))),
    ...shown.filter(({ words }) => !isOfMachine(words)).map(({ line }) => line),
  ]),
]
/** After the first of these there are several productions of one name, after the second the clips are gone. */
const lateLines = [/^rushes production (create|import)/, /^rushes clip delete/]
const toPlaceInOrder = (line: string) => lateLines.findIndex(pattern => pattern.test(line))
const nowhere = { RUSHES_DATABASE_URL: 'postgres://127.0.0.1:9/nowhere' }
/** What is copied to the disk is in an object store. */
const farStore = {
  RUSHES_STORAGE_URL: 's3://media/rushes?endpoint=http://127.0.0.1:9&pathStyle=true',
  AWS_ACCESS_KEY_ID: 'nobody',
  AWS_SECRET_ACCESS_KEY: 'nothing',
}
/** A setup and a comparison are of a Solr. */
const farSolr = { RUSHES_SEARCH_URL: 'solr+http://127.0.0.1:9/solr/rushes' }
/** It reads what only a process is given. */
const isAsking = (line: string) => line.startsWith('rushes login')
const isEndless = (line: string) => line.startsWith('rushes events tail')
const toPlaces = (line: string) =>
  line.replace('/production/3/', `/production/${prId}/`).replaceAll(/(?<=\s)\S+/g, word => {
    if (word === '12' && line.startsWith('rushes upload')) return `${inbox}`
    return meant.get(word) ?? word
  })

/** Words that mean the same to every shell. */
const isPlain = (line: string) => /^rushes(?: [\w./:@=,-]+)+$/.test(line)

/** Types a line into a shell, where there is anything that a shell would do with it. */
async function type(line: string, folder: string, env: Record<string, string> = {}) {
  const typed = toPlaces(line)
  const settings = { cwd: folder, env: { RUSHES_URL: kit.url, ...env }, input: 'password of anna\n' }
  if (isPlain(typed)) return cli.runWith(settings, ...typed.split(' ').slice(1))
  const script = `rushes() { '${process.execPath}' '${main}' "$@"; }\n${typed}`
  return cli.beginProgram('bash', ['-c', script], settings).ended
}

async function openFolder(line: string): Promise<string> {
  const folder = await mkdtemp(join(cli.home, 'line-'))
  await cp(join(cli.home, 'desk'), folder, { recursive: true })
  if (line.includes('production import')) await cp(join(cli.home, 'archives'), folder, { recursive: true })
  return folder
}

describe('every line that is shown', () => {
  test('calls the command line, in pages for what needs no machine of its own', () => {
    assert.deepEqual(
      documented.filter(line => !/^rushes /.test(line) || isOfMachine(line.replace(/^rushes /, ''))),
      [],
    )
  })

  const inOrder = ofService.toSorted((a, b) => toPlaceInOrder(a) - toPlaceInOrder(b))
  for (const line of inOrder.filter(line => !isEndless(line))) {
    test(`does what it says: ${line}`, async () => {
      const folder = await openFolder(line)
      const { code, stderr } = await type(line, folder)
      assert.equal(code, 0, stderr)
      // Once more: by now it may be refused, which is reported as JSON too.
      if (!isAsking(line)) await assertJson(line, folder)
    })
  }

  for (const line of inOrder.filter(isEndless)) {
    test(`goes on until Ctrl-C: ${line}`, async () => {
      const args = toPlaces(line).split(' ').slice(1)
      const running = cli.begin(args, { env: { RUSHES_URL: kit.url } })
      await until('an event is reported', async () => {
        await kit.admin.uploads.createMediaObjects({ prId, body: { name: 'Just now' } })
        return running.written().includes('Media.create')
      })
      running.child.kill('SIGINT')
      assert.equal((await running.ended).code, 0)
    })
  }

  // What these do is tested where a machine is made for them.
  for (const { line } of shown.filter(({ words }) => isOfMachine(words) && words !== 'start')) {
    test(`is understood: ${line}`, async () => {
      const isOfSolr = /^rushes search (?:setup|compare)/.test(line)
      const env = line === 'rushes storage copy disk' ? farStore : isOfSolr ? farSolr : undefined
      const { code, stderr } = await type(line, await openFolder(line), { ...nowhere, ...env })
      assert.notEqual(code, 2, stderr)
    })
  }
})

/** Runs a line with `--json`; whatever comes of it is JSON. */
async function assertJson(line: string, folder: string): Promise<void> {
  const [command = ''] = toPlaces(line).split(/ [<>#]/, 1)
  const words = Array.from(command.matchAll(/"([^"]*)"|\S+/g), ([word, quoted]) => quoted ?? word)
  const settings = { cwd: folder, env: { RUSHES_URL: kit.url } }
  const { code, stdout, stderr } = await cli.runWith(settings, ...words.slice(1), '--json')
  if (stdout !== '') parseAll(stdout)
  const [last] = parseAll(stderr).slice(-1) as [{ error?: { code: number } } | undefined]
  assert.equal(last?.error?.code ?? 0, code)
}

/** One JSON text, or one a line. */
function parseAll(text: string): unknown[] {
  try {
    return [JSON.parse(text)]
  } catch {
    return text.split('\n').flatMap(line => (line === '' ? [] : [JSON.parse(line)]))
  }
}
